/** All plugins, sorted by name. Adding one is adding a line here. */
import type { Plugin, ServedBy } from '../../core/plugin.ts';
import alert from './alert/alert.ts';
import amps from './amps/amps.ts';
import care from './care/care.ts';
import cgroups from './cgroups/cgroups.ts';
import checks from './checks/checks.ts';
import cloud from './cloud/cloud.ts';
import connections from './connections/connections.ts';
import containers from './containers/containers.ts';
import containerStates from './containers/container-states.ts';
import core from './core/core.ts';
import cpu from './cpu/cpu.ts';
import diskio from './diskio/diskio.ts';
import diskload from './diskload/diskload.ts';
import folders from './folders/folders.ts';
import fs from './fs/fs.ts';
import gpu from './gpu/gpu.ts';
import help from './help/help.ts';
import inodes from './inodes/inodes.ts';
import ip from './ip/ip.ts';
import irq from './irq/irq.ts';
import libversion from './libversion/libversion.ts';
import load from './load/load.ts';
import mem from './mem/mem.ts';
import memswap from './memswap/memswap.ts';
import mpp from './mpp/mpp.ts';
import network from './network/network.ts';
import now from './now/now.ts';
import npu from './npu/npu.ts';
import packets from './packets/packets.ts';
import paging from './paging/paging.ts';
import percpu from './percpu/percpu.ts';
import ports from './ports/ports.ts';
import pressure from './pressure/pressure.ts';
import processcount from './processcount/processcount.ts';
import processlist from './processlist/processlist.ts';
import programlist from './programlist/programlist.ts';
import quicklook from './quicklook/quicklook.ts';
import raid from './raid/raid.ts';
import sensors from './sensors/sensors.ts';
import smart from './smart/smart.ts';
import system from './system/system.ts';
import tcp from './tcp/tcp.ts';
import units from './units/units.ts';
import uptime from './uptime/uptime.ts';
import version from './version/version.ts';
import vms from './vms/vms.ts';
import wifi from './wifi/wifi.ts';

const registry = [
  alert,
  amps,
  care,
  cgroups,
  checks,
  cloud,
  connections,
  containers,
  containerStates,
  core,
  cpu,
  diskio,
  diskload,
  folders,
  fs,
  gpu,
  help,
  inodes,
  ip,
  irq,
  libversion,
  load,
  mem,
  memswap,
  mpp,
  network,
  now,
  npu,
  packets,
  paging,
  percpu,
  ports,
  pressure,
  processcount,
  processlist,
  programlist,
  quicklook,
  raid,
  sensors,
  smart,
  system,
  tcp,
  units,
  uptime,
  version,
  vms,
  wifi,
] as const;

export const plugins: readonly Plugin[] = registry;

/** The value of each plugin, by its name. */
export type ServedValues = { readonly [P in (typeof registry)[number] as P['name']]: ServedBy<P> };

declare module '../../core/served.ts' {
  interface PluginValues extends ServedValues {}
}
