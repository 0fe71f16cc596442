"""How a database of any earlier version becomes one of this version.

One file in `versions/` for each change of the schema, numbered, each after the one before it;
docs/storage.md says how to add one.
"""
