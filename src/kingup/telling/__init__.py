"""A view in words, for every screen: terminal or page."""
