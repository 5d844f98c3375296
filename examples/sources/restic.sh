#!/bin/sh
# Age of the newest snapshot of a restic repository: restic.sh REPOSITORY PASSWORD_FILE
set -u

latest=$(restic -r "$1" --password-file "$2" --no-lock snapshots --json --latest 1) || exit 1
time=$(printf '%s' "$latest" | grep -o '"time":"[^"]*"' | sort | tail -n 1 | cut -d '"' -f 4)
if [ -z "$time" ]; then
  echo "The repository $1 has no snapshot." >&2
  exit 1
fi
age=$(($(date +%s) - $(date -d "$time" +%s)))
cat <<END
# HELP backup_age_seconds Age of the newest snapshot.
# TYPE backup_age_seconds gauge
# GANDER warning=129600 critical=259200 title="Age of the backup"
backup_age_seconds{tool="restic"} $age
END
