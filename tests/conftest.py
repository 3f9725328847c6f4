"""What every test needs of the process that runs it."""

from __future__ import annotations

import signal

# A shell without job control makes deaf to Ctrl-C what it puts into the background; whatever
# is started from there inherits that, and tests send this signal to what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
