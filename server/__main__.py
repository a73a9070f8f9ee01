"""`python -m server`: see `server/cli.py`."""

from server.cli import app

app()
