"""Requests by the thousand, made from `/openapi.json` and of what is alive on a real server."""
