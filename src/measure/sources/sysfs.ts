/** Small files below /sys that hold one value. */
import type { Host } from '../../core/host.ts';
import { roundHalfEven } from '../linux/round.ts';
import { orNull } from '../../core/or-null.ts';

/** An integer; null: the file is missing, unreadable (including a driver's EIO) or contains something else. */
export function numberIn(host: Host, path: string): number | null {
  const text = host.readText(path)?.trim();
  return text !== undefined && /^-?\d{1,19}$/.test(text) ? Number(text) : null;
}

/** Returns the digits of an id such as `0x15bf`. */
export function hexIn(host: Host, path: string): string | null {
  return /^0x([0-9a-f]+)$/i.exec(host.readText(path)?.trim() ?? '')?.[1]?.toLowerCase() ?? null;
}

/** Names in a directory; none if unreadable. */
export const namesIn = (host: Host, path: string): string[] => orNull(() => host.list(path)) ?? [];

/** Matching names of a directory in numeric order; none if unreadable. */
export function namesLike(host: Host, path: string, pattern: RegExp): string[] {
  return namesIn(host, path)
    .filter((name) => pattern.test(name))
    .sort(compareNumbered);
}

/** By the numbers in names: `hwmon2` is before `hwmon10`. `localeCompare` makes a collator each time, which takes a tenth of a millisecond. */
function compareNumbered(a: string, b: string): number {
  const [left, right] = [a.split(NUMBERS), b.split(NUMBERS)];
  for (const [at, part] of left.entries()) {
    const other = right[at] ?? '';
    // Every second part is a number.
    const difference = at % 2 === 1 ? Number(part) - Number(other) : part < other ? -1 : Number(part > other);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const NUMBERS = /(\d+)/;

/** Base name of a link's target; null: none. */
export function linkedName(host: Host, path: string): string | null {
  return (
    orNull(() => host.readLink(path))
      ?.split('/')
      .at(-1) ?? null
  );
}

/** Paths of the files of one kind that the sensors of a device have (Documentation/hwmon/sysfs-interface.rst). */
export function sensorFiles(host: Host, device: string, pattern: RegExp): string[] {
  const hwmon = `${device}/hwmon`;
  return namesLike(host, hwmon, /^hwmon\d+$/).flatMap((folder) =>
    namesLike(host, `${hwmon}/${folder}`, pattern).map((name) => `${hwmon}/${folder}/${name}`),
  );
}

/** Mean temperature of a device in whole degrees; null: none, or one is unreadable. */
export function meanTemperature(host: Host, device: string): number | null {
  const values = sensorFiles(host, device, /^temp\d+_input$/).map((path) => numberIn(host, path));
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return values.length === 0 ? null : roundHalfEven(sum / values.length / 1000);
}
