#!/bin/bash -e
# Copy the program from this clone, and the service that installs it on the first start.

clone=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../../../.." && pwd)
source="${ROOTFS_DIR}/usr/local/src/dragonbag"
rm -rf "${source}"
mkdir -p "${source}" "${ROOTFS_DIR}/etc/systemd/system"
tar --create --directory "${clone}" --exclude=__pycache__ --owner=0 --group=0 \
    companion hardware web_ui pyproject.toml requirements.lock README.md LICENSE CHANGELOG.md \
    wiring/dragonbag.service | tar --extract --directory "${source}"
install -m 644 files/dragonbag-first-boot.service "${ROOTFS_DIR}/etc/systemd/system/"
