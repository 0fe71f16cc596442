"""What all routes share: forms, responses, identity, limits, protection."""
