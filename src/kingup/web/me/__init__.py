"""What the server does for people beyond a table: ratings, passkeys, deleting everything."""
