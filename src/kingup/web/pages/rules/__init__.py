"""The rulebook as pages."""
