"""Pages, sockets and static files: the only server side of HTTP."""
