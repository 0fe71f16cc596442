"""`python -m kingup`: the command line."""

import sys

from kingup.cli import main

sys.exit(main())
