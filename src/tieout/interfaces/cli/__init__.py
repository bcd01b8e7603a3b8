"""The command line: one file a command, each importing only what it needs when it runs."""
