/** Health of a disk, from its attributes and the counters of NVMe disks. */
import type { Level } from '../../../core/level-rule.ts';
import type { Served } from '../../../core/served.ts';
import { FAILING_NOW } from '../../../core/smart-words.ts';

/** Percentage of used endurance from which a disk should be replaced. */
const WORN = 90;

interface Attribute {
  name?: unknown;
  raw?: unknown;
  when_failed?: unknown;
}

const isAttribute = (value: unknown): value is Attribute => typeof value === 'object' && value !== null;

/** Raw values are numbers, or text that begins with one. */
function rawOf(attributes: readonly Attribute[], name: RegExp): number {
  const raw = attributes.find((one) => name.test(String(one.name)))?.raw;
  const value = typeof raw === 'number' ? raw : Number.parseFloat(String(raw));
  return Number.isFinite(value) ? value : 0;
}

/** Critical while an attribute fails, a warning when one failed before or the disk is worn. */
export function healthOf(device: Served): Level {
  const attributes = Object.values(device).filter(isAttribute);
  // Not judged: the disk says nothing.
  if (attributes.length === 0) return 'DEFAULT';
  const isFailing = attributes.some(({ when_failed: when }) => when === FAILING_NOW);
  if (isFailing || rawOf(attributes, /critical warnings/i) > 0) return 'CRITICAL';
  const hasFailed = attributes.some(({ when_failed: when }) => /past/i.test(String(when)));
  return hasFailed || rawOf(attributes, /percentage used/i) >= WORN ? 'WARNING' : 'OK';
}
