import type { Host } from '../../../core/host.ts';
import { hexIn, namesLike, numberIn, sensorFiles } from '../../sources/sysfs.ts';
import type { Npu } from './reading.ts';

const ACCELERATORS = '/sys/class/accel';
const INTEL = '8086';
const NAMES: Readonly<Record<string, string>> = {
  '7d1d': 'Intel NPU (Meteor Lake)',
  a75d: 'Intel NPU (Lunar Lake)',
  '643e': 'Intel NPU (Arrow Lake)',
};

/** Reads the first NPU of Intel's (driver intel_vpu, drivers/accel/ivpu/ivpu_sysfs.c); null if there is none. */
export function readIntelNpu(host: Host): Npu | null {
  const device = namesLike(host, ACCELERATORS, /^accel\d+$/)
    .map((name) => `${ACCELERATORS}/${name}/device`)
    .find((path) => hexIn(host, `${path}/vendor`) === INTEL);
  if (device === undefined) return null;
  const hertz = (what: string): number | null => {
    const megahertz = numberIn(host, `${device}/npu_${what}_frequency_mhz`);
    return megahertz === null ? null : megahertz * 1e6;
  };
  return {
    id: 'intel_1',
    name: NAMES[hexIn(host, `${device}/device`) ?? ''] ?? 'Intel NPU',
    load: null,
    frequency: hertz('current'),
    highestFrequency: hertz('max'),
    temperature: firstSensor(host, device, /^temp\d+_input$/, 1000),
    power: firstSensor(host, device, /^power\d+_input$/, 1e6),
  };
}

/** `unit`: counts of the file per unit. */
function firstSensor(host: Host, device: string, pattern: RegExp, unit: number): number | null {
  const [first] = sensorFiles(host, device, pattern);
  const value = first === undefined ? null : numberIn(host, first);
  return value === null ? null : value / unit;
}
