"""The process of one instance of a Python model: `start.py [shared]`."""

import os
import sys

# Modules of the model come before those of this folder.
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [path for path in sys.path if path != HERE] + [HERE]

from batchdeck_host.run import main  # noqa: E402

if __name__ == "__main__":
    main(sys.argv[1:])
