"""The table server: durable games for browsers, over REST and WebSockets."""
