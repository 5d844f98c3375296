/** Batteries, Documentation/ABI/testing/sysfs-class-power. */
import type { Host } from '../../../core/host.ts';
import { integerOf, sortedNames } from './files.ts';

const POWER_SUPPLY = '/sys/class/power_supply';

export interface Battery {
  readonly name: string;
  readonly folder: string;
}

export const findBatteries = (host: Host): Battery[] =>
  sortedNames(host, POWER_SUPPLY)
    .map((name) => ({ name, folder: `${POWER_SUPPLY}/${name}` }))
    .filter(({ folder }) => host.readText(`${folder}/type`) === 'Battery');

/** Percent and status; null: no charge reported, or an empty place for a battery, which reports 0. */
export function readBattery(host: Host, { folder }: Battery): { value: number; status: string } | null {
  if (integerOf(host.readText(`${folder}/present`)) === 0) return null;
  const value = integerOf(host.readText(`${folder}/capacity`)) ?? computedCharge(host, folder);
  if (value === null) return null;
  return { value, status: host.readText(`${folder}/status`) ?? 'Unknown' };
}

/** From µAh or µWh, depending on the driver. */
function computedCharge(host: Host, folder: string): number | null {
  for (const unit of ['charge', 'energy']) {
    const now = integerOf(host.readText(`${folder}/${unit}_now`));
    const full = integerOf(host.readText(`${folder}/${unit}_full`));
    if (now !== null && full !== null && full > 0) return Math.trunc((now * 100) / full);
  }
  return null;
}
