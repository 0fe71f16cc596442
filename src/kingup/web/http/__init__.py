"""What all routes share: forms, answers, identity, limits, protection."""
