"""Who proposes: models that need no network. Each meets the protocol of `tieout.assistant.conversation`."""
