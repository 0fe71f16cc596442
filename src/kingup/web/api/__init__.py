"""The HTTP API for bots from outside: tokens, NDJSON streams, actions. docs/api.md tells it."""
