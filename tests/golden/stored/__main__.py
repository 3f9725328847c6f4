"""`python -m tests.golden.stored record` or `read`; see the package."""

import sys

import tests.golden.stored
from tests.golden.stored.records import read_again, record_all

match sys.argv[1:]:
    case ["record"]:
        record_all()
    case ["read"]:
        read_again()
    case _:
        sys.exit(tests.golden.stored.__doc__)
