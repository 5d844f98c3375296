/** Plugins of versions 3 and 2: names, availability and shapes. */
import type { Plugin } from '../../core/plugin.ts';
import type { Shape } from './shape.ts';
import { alert } from './shapes/alert.ts';
import { containers, docker, dockerOf2 } from './shapes/containers.ts';
import { cpu } from './shapes/cpu.ts';
import { network, networkOf2 } from './shapes/network.ts';
import { diskio, folders, fs, gpu, ip, load, mem, processcount, wifi } from './shapes/plain.ts';
import { processlist } from './shapes/processlist.ts';
import { percpu, quicklook } from './shapes/quicklook.ts';
import type { Served } from '../../core/served.ts';

/** Returns the date in the configured format. */
const now: Shape = { whole: (value) => (value as Served)['custom'] ?? null };

/** Version 2 had no time zone; a user's own format is unchanged. */
const nowOf2: Shape = {
  whole(value) {
    const { custom = null, iso } = value as Served;
    const plain = String(iso).slice(0, 19).replace('T', ' ');
    return String(custom).startsWith(`${plain} `) ? plain : custom;
  },
};

/** `4.0.0` as `[4, 0, 0]`. */
const libversion: Shape = {
  whole: (value) => (typeof value === 'string' ? (value.match(/\d+/g) ?? []).slice(0, 3).map(Number) : []),
};

/** The description of the host without the kernel at its end. */
const system: Shape = {
  whole(value) {
    const shown = value as Served;
    const { hr_name: line, os_name: kernel, os_version: release } = shown;
    const end = ` / ${String(kernel)} ${String(release)}`;
    if (typeof line !== 'string' || !line.endsWith(end)) return shown;
    return { ...shown, hr_name: line.slice(0, -end.length) };
  },
};

export type Version = 2 | 3;

/** A plugin of an older version. */
export interface LegacyPlugin {
  /** Its name there. */
  readonly name: string;
  readonly plugin: Plugin;
  readonly shape: Shape;
}

/** Older names that differ. Version 3 has had both names of containers; its document and its servers disagree about the library's. */
const NAMES: Readonly<Record<Version, Readonly<Record<string, readonly string[]>>>> = {
  3: { containers: ['containers', 'docker'], libversion: ['libversion', 'psutilversion'] },
  2: { containers: ['docker'], libversion: ['psutilversion'] },
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Plugins of version 2. */
const OF_2 = words(
  `alert amps cloud containers core cpu diskio folders fs gpu help ip irq libversion load mem memswap network now percpu
  ports processcount processlist quicklook raid sensors system uptime wifi`,
);

/** Plugins of each version: clients fail at unknown names. */
const PLUGINS: Readonly<Record<Version, ReadonlySet<string>>> = {
  3: new Set([...OF_2, 'connections', 'smart']),
  2: OF_2,
};

const COMMON: Readonly<Record<string, Shape>> = {
  alert,
  containers,
  cpu,
  diskio,
  docker,
  folders,
  fs,
  gpu,
  ip,
  libversion,
  load,
  mem,
  network,
  now,
  percpu,
  processcount,
  processlist,
  psutilversion: libversion,
  quicklook,
  system,
  wifi,
};

/** By older name; the others are as in version 4. */
const SHAPES: Readonly<Record<Version, Readonly<Record<string, Shape>>>> = {
  3: COMMON,
  2: { ...COMMON, docker: dockerOf2, network: networkOf2, now: nowOf2 },
};

const AS_IN_4: Shape = {};

/** Returns the plugins of a version, sorted by their names there. */
export function legacyPlugins(version: Version, plugins: readonly Plugin[]): LegacyPlugin[] {
  return plugins
    .filter(({ name }) => PLUGINS[version].has(name))
    .flatMap((plugin) => (NAMES[version][plugin.name] ?? [plugin.name]).map((name) => ({ name, plugin })))
    .map(({ name, plugin }) => ({ name, plugin, shape: SHAPES[version][name] ?? AS_IN_4 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
