"""Migrations from every earlier version of the database schema to this one.

Each change of the schema is a numbered file in `versions/`; docs/storage.md says how to add one.
"""
