/** Kinds of sensors, by their types. */
import type { Kind } from './units.ts';

const KINDS: Readonly<Record<string, Kind>> = { battery: 'percent', fan_speed: 'rpm' };
const TYPES: readonly string[] = ['temperature_core', 'temperature_hdd', 'fan_speed', 'battery'];

export const sensorKind = (type: string): Kind => KINDS[type] ?? 'celsius';

/** Place of a type in the list; unknown ones come first. */
export const sensorRank = (type: string): number => TYPES.indexOf(type);
