"""What `dragonbag install` ends with: where the table is, and what its lamps show by now."""

from pathlib import Path

from companion.app.addresses import urls
from companion.app.settings import INSTALLED_SETTINGS, load
from companion.engine.errors import BadSettings
from companion.language.terminal import _, padded

COLUMN = 12  # for what stands before a colon


def welcome(settings_file: Path = INSTALLED_SETTINGS) -> None:
    """Print the table's addresses, the host's link as a QR code, and what to look for on the lamps.

    No key is printed into a log, because a log is kept.
    """
    from companion.app.serve.greeting import is_logged
    from companion.app.serve.served import GUESTS_FILE
    from web_ui.access.guest_list import host_link

    try:
        settings = load(settings_file, {})
    except BadSettings:
        return  # the service says what is wrong with them
    addresses = urls(settings.host, settings.port)
    link = None if settings.is_open else host_link(settings.data_dir / GUESTS_FILE, addresses[0])
    if not is_logged():
        _show(link or addresses[0])
    print(padded(_("The table:"), COLUMN) + f"\n{'':{COLUMN}}".join(addresses))
    if link is not None and not is_logged():
        print(padded(_("Host:"), COLUMN) + link)
        print(_("The phone that scans the code becomes the host. Its page Host has the others'."))
    _tell_wifi(settings.data_dir)
    print(
        _(
            "On a panel a light runs round the player lamps until a game is set up. Dark lamps: "
            "dragonbag doctor says why."
        )
    )


def _tell_wifi(folder: Path) -> None:
    """Print how phones join the table's own Wi-Fi, and where its card is; in no log."""
    from companion.app.pi.wifi.secret import FILE, kept_secret
    from companion.app.serve.greeting import is_logged

    if is_logged() or not (folder / FILE).exists():
        return
    secret = kept_secret(folder)
    print(padded(_("Own Wi-Fi:"), COLUMN) + secret.name)
    print(padded(_("Password:"), COLUMN) + secret.password)
    print(
        _("It opens where there is no network. Print its card: sudo dragonbag hotspot --card FILE")
    )


def _show(link: str) -> None:
    import segno

    segno.make(link, error="m").terminal(compact=True)
