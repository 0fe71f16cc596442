"""The HTTP API for bots: tokens, NDJSON streams, actions. docs/api.md describes it."""
