#!/bin/sh
# Pending updates, those that close security holes, and whether a restart is needed, as the package manager knows it: no network is asked.
set -u

pending=0
security=0
restart=0
if command -v apt-get >/dev/null; then
  list=$(apt-get -s -o Debug::NoLocking=true dist-upgrade 2>/dev/null | grep '^Inst ')
  pending=$(printf '%s' "$list" | grep -c .)
  security=$(printf '%s' "$list" | grep -ci -- '-security')
elif command -v dnf >/dev/null; then
  pending=$(dnf -q -C list --upgrades 2>/dev/null | grep -c '^[^ ]*\.')
  security=$(dnf -q -C updateinfo list --updates --security 2>/dev/null | grep -c .)
elif command -v apk >/dev/null; then
  pending=$(apk version -l '<' 2>/dev/null | grep -c '<')
elif command -v pacman >/dev/null; then
  pending=$(pacman -Qu 2>/dev/null | grep -c .)
else
  echo 'None of apt-get, dnf, apk and pacman is installed.' >&2
  exit 1
fi
if [ -e /run/reboot-required ] || [ -e /var/run/reboot-required ]; then restart=1; fi
if command -v needs-restarting >/dev/null && ! needs-restarting -r >/dev/null 2>&1; then restart=1; fi

cat <<END
# HELP updates_pending Packages that have an update.
# TYPE updates_pending gauge
# GANDER title="Pending updates"
updates_pending $pending
# HELP updates_security Packages whose update closes a security hole.
# TYPE updates_security gauge
# GANDER warning=1 for=86400 title="Security updates"
updates_security $security
# HELP reboot_required 1: a restart is needed.
# TYPE reboot_required gauge
# GANDER warning=1 for=86400 title="Restart needed"
reboot_required $restart
END
