import type { Collector } from '../collector.ts';
import { cpu } from './cpu.ts';
import { cpufreq, dmi, mdadm, powersupply, thermal } from './devices.ts';
import { diskstats } from './diskstats.ts';
import { edac } from './edac.ts';
import { filesystem } from './filesystem.ts';
import { hwmon } from './hwmon.ts';
import { entropy, filefd, kernelHung, os, pressure, schedstat, selinux, time, uname } from './kernel.ts';
import { loadavg, meminfo, swap, vmstat } from './memory.ts';
import { bonding, netclass, netdev } from './network.ts';
import { interrupts, processes } from './processes.ts';
import { arp, conntrack, netstat, sockstat, softnet, tcpstat, udpQueues } from './sockets.ts';
import { stat } from './stat.ts';
import { systemd } from './systemd.ts';
import { textfile } from './textfile.ts';
import { timex } from './timex.ts';

export const COLLECTORS: readonly Collector[] = [
  arp,
  bonding,
  conntrack,
  cpu,
  cpufreq,
  diskstats,
  dmi,
  edac,
  entropy,
  filefd,
  filesystem,
  hwmon,
  interrupts,
  kernelHung,
  loadavg,
  mdadm,
  meminfo,
  netclass,
  netdev,
  netstat,
  os,
  powersupply,
  pressure,
  processes,
  schedstat,
  selinux,
  sockstat,
  softnet,
  stat,
  swap,
  systemd,
  tcpstat,
  thermal,
  time,
  timex,
  udpQueues,
  uname,
  vmstat,
  // Last: of two collectors with the same metric the first one counts.
  textfile,
];
