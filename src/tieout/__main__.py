"""`python -m tieout` is the program `tieout`."""

import sys

from tieout.interfaces.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
