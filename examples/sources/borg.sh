#!/bin/sh
# Age of the newest archive of a borg repository: borg.sh REPOSITORY
set -u

time=$(borg list --last 1 --format '{time}{NL}' "$1") || exit 1
if [ -z "$time" ]; then
  echo "The repository $1 has no archive." >&2
  exit 1
fi
age=$(($(date +%s) - $(date -d "$time" +%s)))
cat <<END
# HELP backup_age_seconds Age of the newest archive.
# TYPE backup_age_seconds gauge
# GANDER warning=129600 critical=259200 title="Age of the backup"
backup_age_seconds{tool="borg"} $age
END
