import { decode } from './bytes.ts';

/** Use of a graphics card by a process through one descriptor. */
export interface DrmUse {
  /** Name of the kernel driver: `panthor`. */
  driver: string;
  /** Address of the device (`fb000000.gpu`, `0000:03:00.0`); null: not reported. */
  device: string | null;
  /** Equal for all descriptors of one open file. */
  client: string | null;
  /** Busy nanoseconds of all engines; null: not counted. */
  engineNs: number | null;
  totalBytes: number;
  residentBytes: number;
}

const KEY = /^drm-([\w-]+):(.*)$/;
const AMOUNT = /^(\d{1,19})(?:[ \t]+([KMG]i?B))?/;
/** Without a unit amounts are bytes. */
const BYTES: Readonly<Record<string, number>> = {
  KB: 1000,
  KiB: 1024,
  MB: 1000 ** 2,
  MiB: 1024 ** 2,
  GB: 1000 ** 3,
  GiB: 1024 ** 3,
};

/**
 * Parses the DRM part of /proc/<pid>/fdinfo/<fd> (Documentation/gpu/drm-usage-stats.rst); null for other descriptors. Memory
 * regions and engines are summed.
 */
export function parseDrmFdinfo(bytes: Uint8Array): DrmUse | null {
  const use: DrmUse = {
    driver: '',
    device: null,
    client: null,
    engineNs: null,
    totalBytes: 0,
    residentBytes: 0,
  };
  for (const line of decode(bytes).split('\n')) {
    const [, key = '', value = ''] = KEY.exec(line) ?? [];
    if (key !== '') take(use, key, value.trim());
  }
  return use.driver === '' ? null : use;
}

function take(use: DrmUse, key: string, value: string): void {
  if (key === 'driver') use.driver = value;
  else if (key === 'pdev') use.device = value;
  else if (key === 'client-id') use.client = value;
  else if (key.startsWith('engine-capacity-')) return;
  else if (key.startsWith('engine-')) use.engineNs = (use.engineNs ?? 0) + amount(value);
  else if (key.startsWith('total-memory')) use.totalBytes += amount(value);
  else if (key.startsWith('resident-memory') || key.startsWith('memory-')) use.residentBytes += amount(value);
}

function amount(value: string): number {
  const [, digits = '0', unit = ''] = AMOUNT.exec(value) ?? [];
  return Number(digits) * (BYTES[unit] ?? 1);
}
