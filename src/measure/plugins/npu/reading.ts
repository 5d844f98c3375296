import type { Host } from '../../../core/host.ts';
import { namesLike, numberIn } from '../../sources/sysfs.ts';

/** Reading of a neural processor; null: no value. */
export interface Npu {
  id: string;
  name: string;
  /** Use, percent. */
  load: number | null;
  /** Hertz. */
  frequency: number | null;
  highestFrequency: number | null;
  /** Degrees Celsius. */
  temperature: number | null;
  /** Watt. */
  power: number | null;
}

const DEVFREQ = '/sys/class/devfreq';

/** Returns the folder of the kernel's frequencies (Documentation/ABI/testing/sysfs-class-devfreq); null if there is none. */
export function devfreqFolder(host: Host, name: RegExp): string | null {
  const [first] = namesLike(host, DEVFREQ, name);
  return first === undefined ? null : `${DEVFREQ}/${first}`;
}

/** Frequencies in a devfreq folder. */
export const devfreqSpeeds = (host: Host, folder: string | null) => ({
  frequency: folder === null ? null : numberIn(host, `${folder}/cur_freq`),
  highestFrequency: folder === null ? null : numberIn(host, `${folder}/max_freq`),
});
