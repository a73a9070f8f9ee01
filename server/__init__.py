"""Parlour: a GraphQL game server for tabletop party games."""

__version__ = "0.1.0"
