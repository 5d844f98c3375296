#!/bin/sh
# Age of the newest snapshot of a ZFS dataset: zfs-snapshots.sh DATASET
set -u

made=$(zfs list -H -p -t snapshot -o creation -S creation "$1" | head -n 1)
if [ -z "$made" ]; then
  echo "The dataset $1 has no snapshot." >&2
  exit 1
fi
cat <<END
# HELP snapshot_age_seconds Age of the newest snapshot.
# TYPE snapshot_age_seconds gauge
# GANDER warning=129600 critical=259200 title="Age of the snapshot"
snapshot_age_seconds{dataset="$1"} $(($(date +%s) - made))
END
