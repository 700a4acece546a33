"""Files that a user may perhaps not see."""

from pathlib import Path


def is_there(path: Path) -> bool:
    """Is there such a file or folder? PermissionError if this user may not know.

    Path.exists() says no instead from Python 3.14 on, so that a command would go on without it.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
