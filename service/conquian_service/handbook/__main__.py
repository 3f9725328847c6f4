"""Write the pages about rulesets: `python -m conquian_service.handbook FOLDER`.

Called by `.ci/generate`. What else lies in the folder is removed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from conquian_service.handbook import pages


def main() -> None:
    """Write every page below the folder named."""
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in pages().items():
        page = folder / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
