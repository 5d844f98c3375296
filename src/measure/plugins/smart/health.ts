/** Health of a disk, from its attributes and the counters of NVMe disks. */
import type { Level } from '../../../core/level-rule.ts';
import type { Served } from '../../../core/served.ts';
import { attributesIn, FAILING_NOW, numberOf } from '../../../core/smart-words.ts';

/** Percentage of used endurance from which a disk should be replaced. */
const WORN = 90;

export function healthOf(device: Served): Level {
  const attributes = attributesIn(device);
  // Not judged: the disk says nothing.
  if (attributes.length === 0) return 'DEFAULT';
  const isFailing = attributes.some(({ when_failed: when }) => when === FAILING_NOW);
  if (isFailing || (numberOf(attributes, /critical warnings/i) ?? 0) > 0) return 'CRITICAL';
  const hasFailed = attributes.some(({ when_failed: when }) => /past/i.test(String(when)));
  return hasFailed || (numberOf(attributes, /percentage used/i) ?? 0) >= WORN ? 'WARNING' : 'OK';
}
