import type { Host } from '../../../core/host.ts';
import { hexIn, namesLike } from '../../sources/sysfs.ts';
import { devfreqFolder, devfreqSpeeds, type Npu } from './reading.ts';

const DRIVER = '/sys/bus/pci/drivers/amdxdna';
const PLATFORM = '/sys/devices/platform';
const NAMES: Readonly<Record<string, string>> = {
  '1502': 'AMD NPU (Phoenix)',
  '17f0': 'AMD NPU (Hawk Point)',
  '1714': 'AMD NPU (Strix Point)',
};

/** Reads the first NPU of the driver amdxdna; null if there is none. */
export function readAmdNpu(host: Host): Npu | null {
  const device = namesLike(host, DRIVER, /^[0-9a-f]{4}:/i)
    .map((name) => `${DRIVER}/${name}`)
    .find((path) => namesLike(host, `${path}/accel`, /^accel\d+$/).length > 0);
  if (device === undefined) return null;
  return {
    id: 'amd_1',
    name: NAMES[hexIn(host, `${device}/device`) ?? ''] ?? 'AMD NPU',
    load: null,
    ...devfreqSpeeds(host, devfreqFolder(host, /npu|xdna/i) ?? platformFolder(host)),
    temperature: null,
    power: null,
  };
}

function platformFolder(host: Host): string | null {
  for (const name of namesLike(host, PLATFORM, /\.npu$/)) {
    const [first] = namesLike(host, `${PLATFORM}/${name}/devfreq`, /./);
    if (first !== undefined) return `${PLATFORM}/${name}/devfreq/${first}`;
  }
  return null;
}
