"""What a browser talks to: the HTTP interface, the sockets, and the limits on both."""
