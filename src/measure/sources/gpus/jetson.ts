import type { Host } from '../../../core/host.ts';
import { roundHalfEven } from '../../linux/round.ts';
import { namesLike, numberIn } from '../sysfs.ts';

/** The card within a Tegra processor (driver nvgpu), about which NVIDIA's library reports little. */
interface JetsonReading {
  proc: number | null;
  temperature: number | null;
}

const LOADS = ['/sys/devices/platform/gpu.0/load', '/sys/devices/gpu.0/load'];
const ZONES = '/sys/class/thermal';

/** Null: no such card. `load` is in thousandths. */
export function readJetson(host: Host): JetsonReading | null {
  const load = LOADS.map((path) => numberIn(host, path)).find((value) => value !== null) ?? null;
  if (load === null && !LOADS.some((path) => namesLike(host, path.slice(0, -'/load'.length), /./).length > 0))
    return null;
  return {
    proc: load === null ? null : roundHalfEven(load / 10),
    temperature: zoneTemperature(host),
  };
}

function zoneTemperature(host: Host): number | null {
  for (const zone of namesLike(host, ZONES, /^thermal_zone\d+$/)) {
    if (host.readText(`${ZONES}/${zone}/type`)?.trim() !== 'gpu-thermal') continue;
    const value = numberIn(host, `${ZONES}/${zone}/temp`);
    return value === null ? null : roundHalfEven(value / 1000);
  }
  return null;
}
