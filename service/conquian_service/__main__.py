"""`python -m conquian_service` is `conquian`."""

import sys

from conquian_service.cli import main

sys.exit(main())
