"""What several pages show alike."""
