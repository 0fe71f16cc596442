"""What people have beyond a table: results, ratings, those they met, codes to move with.

Pure logic: no HTTP, no SQL, no clock.
"""
