import type { Host } from '../../../core/host.ts';
import { type CoreTimes, parseStat } from '../../../measure/linux/stat.ts';
import { namesLike } from '../../../measure/sources/sysfs.ts';
import { numberAt } from '../number-at.ts';
import type { Collector, Put } from '../collector.ts';
import type { ReadCache } from '../read-cache.ts';

const MODES = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'] as const;
/** USER_HZ: the kernel reports hundredths of a second regardless of its tick. */
const TICKS = 100;
const FOLDER = '/sys/devices/system/cpu';

/** Time of each core by mode; `user` includes guests, as in the kernel's file. */
export const cpu: Collector = {
  name: 'cpu',
  collect(host, put, kept) {
    for (const core of parseStat(host.read('/proc/stat')).cpus) putTimes(core, put);
    putThrottles(host, put, kept);
  },
};

function putTimes(core: CoreTimes, put: Put): void {
  const label = ['cpu', String(core.number)] as const;
  for (const mode of MODES)
    put('node_cpu_seconds_total', 'Time of each core by mode.', core[mode] / TICKS, label, ['mode', mode]);
  const guest = (mode: string, ticks: number): void =>
    put('node_cpu_guest_seconds_total', 'Time of each core in guests, by mode.', ticks / TICKS, label, [
      'mode',
      mode,
    ]);
  guest('user', core.guest);
  guest('nice', core.guestNice);
}

/** Logical cores that share a counter. */
function putThrottles(host: Host, put: Put, kept: ReadCache): void {
  const seen = new Set<string>();
  const once = (key: string): boolean => !seen.has(key) && seen.add(key) !== undefined;
  const countOf = (name: string, kind: string) =>
    numberAt(host, `${FOLDER}/${name}/thermal_throttle/${kind}_throttle_count`);
  const topology = (name: string, file: string) => host.readText(`${FOLDER}/${name}/topology/${file}`) ?? '';
  const counted = kept('throttles', () =>
    namesLike(host, FOLDER, /^cpu\d+$/)
      .filter((name) => countOf(name, 'core') !== null)
      .map((name) => ({
        name,
        core: topology(name, 'core_id'),
        part: topology(name, 'physical_package_id'),
      })),
  );
  for (const { name, core, part } of counted) {
    const count = (kind: string) => countOf(name, kind);
    const inCore = count('core');
    if (once(`${part} ${core}`))
      put(
        'node_cpu_core_throttles_total',
        'How often heat slowed a core.',
        inCore,
        ['core', core],
        ['package', part],
      );
    if (once(part))
      put('node_cpu_package_throttles_total', 'How often heat slowed a processor.', count('package'), [
        'package',
        part,
      ]);
  }
}
