"""The chat door: a Slack app that answers mentions and direct messages in their thread (extra ``slack``)."""
