/** Offline servers as a hub reports them to alert kinds. */
import type { FleetOutages, OfflineServer } from '../../src/core/outages.ts';

export const gone = (name: string, more: Partial<OfflineServer> = {}): OfflineServer => ({
  id: `${name}:61208`,
  name,
  reason: `connection refused by ${name}:61208`,
  isConfirmed: true,
  isInMass: false,
  hop: null,
  ...more,
});
export const fleet = (...offline: OfflineServer[]): { fleet: FleetOutages } => ({
  fleet: { offline, unknown: [] },
});
export const doubtful = { isConfirmed: false };
export const massed = { isConfirmed: false, isInMass: true };
