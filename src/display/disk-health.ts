/** The overall result of a disk's attributes. */
import type { SmartAttribute, SmartDevice } from './snapshots.ts';

export interface DiskHealth {
  name: string;
  /** In one word or two. */
  words: string;
  /** °C; null where the disk tells none. */
  temperature: number | null;
  attributes: readonly SmartAttribute[];
}

const isAttribute = (value: unknown): value is SmartAttribute => typeof value === 'object' && value !== null;
const numberIn = (text: unknown): number | null => {
  const value = typeof text === 'number' ? text : Number.parseFloat(String(text ?? ''));
  return Number.isFinite(value) ? value : null;
};

export function healthOf(device: SmartDevice): DiskHealth {
  const attributes = Object.values(device).filter(isAttribute);
  const raw = (name: RegExp): number | null => numberIn(attributes.find((one) => name.test(one.name))?.raw);
  const failing = attributes.filter(({ when_failed: when }) => when === 'FAILING_NOW').length;
  const failed = attributes.filter(({ when_failed: when }) => /past/i.test(when ?? '')).length;
  const warnings = raw(/critical warnings/i) ?? 0;
  const used = raw(/percentage used/i);
  const temperature = raw(/^temperature( \(|_celsius)/i);
  const base = { name: device.DeviceName, temperature, attributes };
  if (failing + warnings > 0) return { ...base, words: 'failing' };
  if (failed > 0) return { ...base, words: 'failed before' };
  return { ...base, words: used === null ? 'well' : `${used} % worn` };
}
