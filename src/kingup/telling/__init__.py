"""A view in words: what every screen, terminal or page, tells people."""
