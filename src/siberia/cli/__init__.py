"""The command line: siberia, siberia serve, play, simulate, replay, verify, advise, arena, …"""

from siberia.cli.app import main

__all__ = ["main"]
