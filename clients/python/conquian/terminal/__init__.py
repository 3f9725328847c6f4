"""Commands for people at a terminal: create a table, play at it, let a player of ours play.

    conquian create                         prints a link to a new table
    conquian play LINK                      takes a seat there
    conquian bot --join LINK                lets the greedy player take one
    conquian play --against greedy          all of it at once

Client code like any other: it speaks to a service by the API alone. Standard library only at
import, so that a command line can list the commands at no cost.
"""

from conquian.terminal.arguments import add_commands, target

__all__ = ["add_commands", "target"]
