"""HTTP and WebSockets: requests and frames in, answers out."""
