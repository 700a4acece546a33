"""What the cube reader sees in the first photographs of a data set, one line of JSON each.

reading.py FOLDER NUMBER
"""

import json
import sys
from itertools import islice
from pathlib import Path

from companion.app.cli.cubes import predictions

for reading in islice(predictions(Path(sys.argv[1]), is_calibrated=True), int(sys.argv[2])):
    print(json.dumps(reading | {"ms": None}), flush=True)
