#!/bin/sh
# Energy of the processor packages and their parts (Intel RAPL): the increase per second is the power in watts. Needs root.
set -u

root=${1:-/sys/class/powercap}
echo '# HELP rapl_joules_total Energy used; its increase per second is the power in watts.'
echo '# TYPE rapl_joules_total counter'
found=0
for zone in "$root"/intel-rapl:*; do
  [ -r "$zone/energy_uj" ] || continue
  found=1
  echo "rapl_joules_total{zone=\"$(basename "$zone")\",name=\"$(cat "$zone/name")\"} $(awk '{ print $1 / 1000000 }' "$zone/energy_uj")"
done
if [ "$found" = 0 ]; then
  echo "There is no readable $root/intel-rapl:*/energy_uj: run it as root, on a machine with RAPL." >&2
  exit 1
fi
