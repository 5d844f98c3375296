/** The overall result of a disk's attributes. */
import type { SmartAttribute, SmartDevice } from './snapshots.ts';
import { t } from './language.ts';

export interface DiskHealth {
  name: string;
  /** In one word or two. */
  words: string;
  /** Failing attributes, if any. */
  because: readonly string[];
  /** °C; null: not reported. */
  temperature: number | null;
  attributes: readonly SmartAttribute[];
}

const isAttribute = (value: unknown): value is SmartAttribute => typeof value === 'object' && value !== null;
const numberIn = (text: unknown): number | null => {
  const value = typeof text === 'number' ? text : Number.parseFloat(String(text ?? ''));
  return Number.isFinite(value) ? value : null;
};

/** A counter of NVMe disks. */
const WARNINGS = /critical warnings/i;

export function healthOf(device: SmartDevice): DiskHealth {
  const attributes = Object.values(device).filter(isAttribute);
  const raw = (name: RegExp): number | null => numberIn(attributes.find((one) => name.test(one.name))?.raw);
  const namesOf = (isBad: (attribute: SmartAttribute) => boolean): string[] =>
    attributes.filter(isBad).map(({ name }) => name.replaceAll('_', ' '));
  const failing = namesOf(
    (one) => one.when_failed === 'FAILING_NOW' || (WARNINGS.test(one.name) && (numberIn(one.raw) ?? 0) > 0),
  );
  const failed = namesOf(({ when_failed: when }) => /past/i.test(when ?? ''));
  const used = raw(/percentage used/i);
  const temperature = raw(/^temperature( \(|_celsius)/i);
  const base = { name: device.DeviceName, temperature, attributes };
  if (failing.length > 0) return { ...base, words: t('failing'), because: failing };
  if (failed.length > 0) return { ...base, words: t('failed before'), because: failed };
  return { ...base, because: [], words: used === null ? t('healthy') : t('{used} % worn', { used }) };
}
