"""A bot that sits down by a seat link: python examples/bot.py 'https://play.example/join#...'

It needs nothing but Python. Put your own idea into `choose`.
"""

import json
import random
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def choose(seen):
    """Return what to play: one of the legal words, or while counters are placed all of them."""
    if seen["view"]["phase"] == "place":
        return ["place research"] * len(seen["view"]["players"][seen["seat"]]["drawn"])
    return [random.choice(seen["legal"])]


server, link = sys.argv[1].split("/join#")
headers = {"Content-Type": "application/json"}


def ask(path, said=None):
    """Ask the server; what is sent is sent as JSON."""
    body = None if said is None else json.dumps(said).encode()
    try:
        return urlopen(Request(f"{server}/api/v1{path}", body, headers), timeout=60)
    except HTTPError as error:
        sys.exit(json.load(error)["detail"])


# Everyone at a table needs a name of their own.
name = f"Example {random.randrange(10_000)}"
headers["Authorization"] = "Bearer " + json.load(ask("/guests", {"name": name}))["token"]
table = json.load(ask("/seats", {"link": link}))["table"]
done = -1
for line in filter(bytes.strip, ask(f"/tables/{table}/stream")):
    seen = json.loads(line)
    # A line may have been on its way while we played: what was answered is not answered again.
    while seen["seq"] > done and seen["seat"] in seen["awaited"]:
        done = seen["seq"]
        seen = json.load(ask(f"/tables/{table}/words", {"seq": done, "words": choose(seen)}))
    if seen["is_over"]:
        print("The match is over:", seen["view"]["scores"])
        break
