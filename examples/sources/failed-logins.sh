#!/bin/sh
# Failed logins of the last hour, from the journal.
set -u

lines=$(journalctl -q -o cat --since -1h -t sshd -t sshd-session -t login -t su -t sudo) || exit 1
cat <<END
# HELP failed_logins Failed logins of the last hour.
# TYPE failed_logins gauge
# GANDER warning=20 critical=200 title="Failed logins in an hour"
failed_logins $(printf '%s\n' "$lines" | grep -ciE 'failed password|authentication failure|invalid user|FAILED LOGIN')
END
