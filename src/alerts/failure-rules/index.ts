/** All alert kinds, in the order of the documentation. */
import { type FailureRule, keyOfRule } from '../../core/failure-rule.ts';
import { flagOption, type Options } from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';
import { backupOld } from './backup-old.ts';
import { certExpires } from './cert-expires.ts';
import { portDown, webDown } from './check-down.ts';
import { clockOff } from './clock-off.ts';
import { containerDown } from './container-down.ts';
import { containerRestarting } from './container-restarting.ts';
import { containerUnhealthy } from './container-unhealthy.ts';
import { diskFailing } from './disk-failing.ts';
import { fileDamaged } from './file-damaged.ts';
import { fsFull } from './fs-full.ts';
import { fsFullSoon } from './fs-full-soon.ts';
import { fsReadonly } from './fs-readonly.ts';
import { gpuLost } from './gpu-lost.ts';
import { heartbeatMissing } from './heartbeat-missing.ts';
import { netDown } from './net-down.ts';
import { oomKill } from './oom-kill.ts';
import { poolDegraded } from './pool-degraded.ts';
import { raidDegraded } from './raid-degraded.ts';
import { reboot } from './reboot.ts';
import { rebootRequired } from './reboot-required.ts';
import { sensorHot } from './sensor-hot.ts';
import { hostOffline } from './host-offline.ts';
import { hostsOffline } from './hosts-offline.ts';
import { delayOptions } from './delay-options.ts';
import { unitFailed } from './unit-failed.ts';
import { unitRestarting } from './unit-restarting.ts';
import { updatesSecurity } from './updates-security.ts';

export const FAILURE_RULES: readonly FailureRule[] = [
  reboot,
  fsFull,
  fsFullSoon,
  fsReadonly,
  diskFailing,
  raidDegraded,
  poolDegraded,
  oomKill,
  portDown,
  webDown,
  certExpires,
  heartbeatMissing,
  gpuLost,
  sensorHot,
  netDown,
  clockOff,
  containerDown,
  containerUnhealthy,
  containerRestarting,
  hostOffline,
  hostsOffline,
  unitFailed,
  unitRestarting,
  fileDamaged,
  updatesSecurity,
  rebootRequired,
  backupOld,
];

/** The section `[alerts]`: a key that enables each kind, and its options. */
export const ALERT_OPTIONS: Options = Object.fromEntries(
  FAILURE_RULES.flatMap((kind) => [
    [keyOfRule(kind), flagOption(true, `${kind.name}: ${kind.description}`)],
    ...Object.entries(delayOptions(kind)),
    ...Object.entries(kind.options ?? {}),
  ]),
);

export const ALERTS_SECTION = defineSection(
  'alerts',
  'Failures that raise alerts without any threshold.',
  ALERT_OPTIONS,
);
