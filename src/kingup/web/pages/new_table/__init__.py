"""The form that sets a table."""
