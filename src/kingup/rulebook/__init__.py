"""The rules as text: prose in templates, every number asked of the rules themselves."""
