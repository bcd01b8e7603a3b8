"""The MCP door: any host's model gets the same tools and refusals, and can have its own draft checked."""
