import { clockProbe } from './clock.ts';
import { linksProbe } from './links.ts';
import { mountsProbe } from './mounts.ts';
import { oomKillsProbe } from './oom-kills.ts';
import type { AlertProbe } from './probe.ts';

export const ALERT_PROBES: readonly AlertProbe[] = [mountsProbe, oomKillsProbe, linksProbe, clockProbe];
