"""Webhooks of chat programs: one JSON that Slack, Mattermost, Discord and Matrix understand."""

import json
from html import escape


def chat_message(sentence: str, url: str) -> bytes:
    """Return what is posted to a webhook: `text` for most of them, `content` for Discord."""
    said = f"{sentence} {url}"
    message = {
        "username": "SIBERIA",
        # Slack wants &, < and > so.
        "text": escape(said, quote=False),
        "content": said,
        "allowed_mentions": {"parse": []},
    }
    return json.dumps(message, ensure_ascii=False).encode()
