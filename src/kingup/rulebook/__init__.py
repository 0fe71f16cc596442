"""The rules as pages: sections as data, every number asked of the rules themselves."""
