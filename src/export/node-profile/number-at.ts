import type { Host } from '../../core/host.ts';

/** Reads the decimal or `0x` number in a small file, times a factor; null if missing or invalid. */
export function numberAt(host: Pick<Host, 'readText'>, path: string, factor = 1): number | null {
  const number = parseSysfsNumber(host.readText(path));
  return number === null ? null : number * factor;
}

/** Parses a decimal or `0x` number; null if missing or invalid. */
export const parseSysfsNumber = (text: string | null): number | null =>
  text !== null && NUMBER.test(text) ? Number(text) : null;

const NUMBER = /^\s*(?:-?\d{1,19}|0x[0-9a-f]{1,16})\s*$/i;
