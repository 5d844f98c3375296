import { decode } from './bytes.ts';

/** Reply of the daemon hddtemp about a disk. */
export interface DiskTemperature {
  /** Name of the device, without its folder. */
  disk: string;
  /** Temperature, or `ERR`, `SLP` (asleep), `UNK` (no sensor), `NOS` (not SMART). */
  value: number | string;
  /** `C`, `F`, or `*` without a temperature. */
  unit: string;
}

const FIELDS = 5;
const WORD = /^[A-Z]{3}$/;
const VALUE = /^([A-Z]{3}|-?\d{1,6}(\.\d{1,6})?)$/;

/**
 * Parses the reply of hddtemp: `|device|model|value|unit|` per disk, concatenated. A model cannot contain `|`; incomplete entries
 * are left out.
 */
export function parseHddtemp(bytes: Uint8Array): DiskTemperature[] {
  const parts = decode(bytes).split('|');
  const disks: DiskTemperature[] = [];
  // Each disk starts with an empty part before its first bar.
  for (let at = 0; at + FIELDS <= parts.length; at += FIELDS) {
    const [, device = '', , value = '', unit = ''] = parts.slice(at, at + FIELDS);
    const disk = device.slice(device.lastIndexOf('/') + 1).trim();
    if (disk !== '' && unit !== '' && VALUE.test(value))
      disks.push({ disk, value: WORD.test(value) ? value : Number(value), unit });
  }
  return disks;
}
