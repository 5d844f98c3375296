#!/bin/sh
# Battery of a UPS that apcupsd knows. For Network UPS Tools, see examples/plugin.
set -u

status=$(apcaccess -u) || exit 1
number() { printf '%s\n' "$status" | sed -n "s/^$1 *: *\([0-9.]*\).*/\1/p" | head -n 1; }
minutes=$(number TIMELEFT)
cat <<END
# TYPE ups_charge_percent gauge
# GANDER warning=50 critical=20 below=True title="Battery of the UPS"
ups_charge_percent $(number BCHARGE)
# TYPE ups_load_percent gauge
# GANDER warning=80 critical=95 title="Load of the UPS"
ups_load_percent $(number LOADPCT)
# TYPE ups_left_seconds gauge
ups_left_seconds $(awk "BEGIN { print 60 * ${minutes:-0} }")
# TYPE ups_on_battery gauge
# GANDER warning=1 for=30 title="Mains away"
ups_on_battery $(printf '%s\n' "$status" | grep -c '^STATUS.*ONBATT')
END
