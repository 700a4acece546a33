"""HTTPS for phones: an authority of the table's own, and HAProxy in front of the server."""
