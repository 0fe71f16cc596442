"""People beyond one table: results, ratings, opponents, and codes for changing devices.

Pure logic: no HTTP, no SQL, no clock.
"""
