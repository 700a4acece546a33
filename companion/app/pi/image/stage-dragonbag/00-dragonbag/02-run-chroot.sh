#!/bin/bash -e
# In the image: get the packages for its processor, so that the first start needs no network.

cd /usr/local/src/dragonbag
python3 -m venv .venv
.venv/bin/pip --disable-pip-version-check --quiet download --require-hashes --no-deps --only-binary :all: \
    --requirement requirements.lock --dest wheels
.venv/bin/pip --disable-pip-version-check --quiet install --require-hashes --no-deps --no-index \
    --find-links wheels --requirement requirements.lock
echo /usr/local/src/dragonbag > "$(.venv/bin/python -c 'import site; print(site.getsitepackages()[0])')/dragonbag.pth"
systemctl disable haproxy.service  # the table starts one of its own, if the host wishes HTTPS
systemctl enable dragonbag-first-boot.service
