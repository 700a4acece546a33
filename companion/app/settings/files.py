"""Files that a user may perhaps not see, and how settings are read from them."""

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


def text_of(file: Path) -> str:
    """Return the text of a settings file, also as Windows editors write it (with a mark of UTF-8).

    OSError or UnicodeDecodeError if it cannot be read.
    """
    return file.read_text("utf-8-sig")
