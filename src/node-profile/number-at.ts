import type { Host } from '../core/host.ts';

/** The decimal or `0x` number in a small file, times a factor; null where it is missing or holds something else. */
export function numberAt(host: Host, path: string, factor = 1): number | null {
  const text = host.readText(path)?.trim() ?? '';
  return /^(-?\d{1,19}|0x[0-9a-f]{1,16})$/i.test(text) ? Number(text) * factor : null;
}
