/**
 * Hardware monitoring chips (Documentation/hwmon/sysfs-interface.rst): temperatures and fans. Results are yielded one by one, since
 * every property is a file, and some chips are slow.
 */
import type { Host } from '../../../core/host.ts';
import { sortedNames, readThousandths } from './files.ts';
import type { Sensor } from './sensor.ts';

const HWMON = '/sys/class/hwmon';
const PLATFORM = '/sys/devices/platform';

type Kind = 'temp' | 'fan';

/** Paths up to the underscore, `…/hwmon0/temp1`, of sensors with a value. */
const basesIn = (host: Host, folder: string, kind: Kind): string[] =>
  sortedNames(host, folder)
    .filter((name) => name.startsWith(kind) && name.endsWith('_input'))
    .map((name) => `${folder}/${name.slice(0, -'_input'.length)}`);

const chipFolders = (host: Host): string[] => sortedNames(host, HWMON).map((name) => `${HWMON}/${name}`);

/** `hwmonN/device`, used by old drivers. */
const deviceFolders = (host: Host): string[] => chipFolders(host).map((folder) => `${folder}/device`);

const basesOf = (host: Host, folders: readonly string[], kind: Kind): string[] =>
  folders.flatMap((folder) => basesIn(host, folder, kind));

/** Temperature sensors, in the order in which they are numbered: that of their paths as texts. */
export function* findTemperatures(host: Host): Generator<Sensor> {
  const bases = basesOf(host, [...chipFolders(host), ...deviceFolders(host)], 'temp').toSorted();
  const known = new Set(bases.map((base) => base.slice(HWMON.length)));
  const cores = coretempFolders(host).flatMap((folder) => {
    const chip = folder.slice(folder.lastIndexOf('/'));
    return basesIn(host, folder, 'temp').filter((base) => !known.has(chip + base.slice(folder.length)));
  });
  const all = [...bases, ...cores];
  expectFiles(host, all, ['_label', '_max', '_crit', '_fault']);
  for (const base of all) yield* temperatureAt(host, base);
}

const chipFile = (base: string): string => `${base.slice(0, base.lastIndexOf('/'))}/name`;

const expectFiles = (host: Host, bases: readonly string[], endings: readonly string[]): void =>
  host.expect?.(bases.flatMap((base) => [chipFile(base), ...endings.map((ending) => base + ending)]));

/** Intel's driver also shows up here, and on some kernels only here. */
const coretempFolders = (host: Host): string[] =>
  sortedNames(host, PLATFORM)
    .filter((name) => name.startsWith('coretemp.'))
    .map((name) => `${PLATFORM}/${name}/hwmon`)
    .flatMap((parent) => sortedNames(host, parent).map((chip) => `${parent}/${chip}`));

const chipOf = (host: Host, base: string): string | null => host.readText(chipFile(base));

const labelOf = (host: Host, base: string): string => host.readText(`${base}_label`)?.trim() ?? '';

const faultFileOf = (host: Host, base: string): string | null =>
  host.readText(`${base}_fault`) === null ? null : `${base}_fault`;

function* temperatureAt(host: Host, base: string): Generator<Sensor> {
  const chip = chipOf(host, base);
  if (chip === null) return;
  const high = readThousandths(host, `${base}_max`);
  const critical = readThousandths(host, `${base}_crit`);
  yield {
    type: 'temperature_core',
    chip,
    label: labelOf(host, base),
    path: `${base}_input`,
    fault: faultFileOf(host, base),
    scale: 1000,
    warning: high ?? critical,
    critical: critical ?? high,
  };
}

/** Fans; the folders of devices are looked at only when no chip has one itself. */
export function* findFans(host: Host): Generator<Sensor> {
  const direct = basesOf(host, chipFolders(host), 'fan');
  const bases = direct.length > 0 ? direct : basesOf(host, deviceFolders(host), 'fan');
  expectFiles(host, bases, ['_label', '_fault']);
  for (const base of bases.toSorted()) {
    const chip = chipOf(host, base);
    if (chip === null) continue;
    const [label, path] = [labelOf(host, base), `${base}_input`];
    const fault = faultFileOf(host, base);
    yield { type: 'fan_speed', chip, label, path, fault, scale: 1, warning: null, critical: null };
  }
}
