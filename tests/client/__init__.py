"""Tests of the API's clients."""
