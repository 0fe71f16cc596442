"""The other side of the API."""
