/** The overall result of a disk's attributes. */
import { attributesIn, attributeNumber } from '../../core/smart-words.ts';
import type { SmartAttribute, SmartDevice } from './snapshots.ts';
import { say, type Word } from '../../core/said.ts';
import { spoken } from './said-words.ts';

export interface DiskHealth {
  name: string;
  /** In one word or two. */
  words: string;
  /** The same as data. */
  word: Word;
  /** Failing attributes, if any. */
  because: readonly string[];
  /** °C; null: not reported. */
  temperature: number | null;
  attributes: readonly SmartAttribute[];
}

/** A counter of NVMe disks. */
const WARNINGS = /critical warnings/i;

export function healthOf(device: SmartDevice): DiskHealth {
  const attributes = attributesIn<SmartAttribute>(device);
  const namesOf = (isBad: (attribute: SmartAttribute) => boolean): string[] =>
    attributes.filter(isBad).map(({ name }) => name.replaceAll('_', ' '));
  const failing = namesOf(
    (one) => one.when_failed === 'FAILING_NOW' || (attributeNumber([one], WARNINGS) ?? 0) > 0,
  );
  const failed = namesOf(({ when_failed: when }) => /past/i.test(when ?? ''));
  const used = attributeNumber(attributes, /percentage used/i);
  const temperature = attributeNumber(attributes, /^temperature( \(|_celsius)/i);
  const because = failing.length > 0 ? failing : failed;
  const word =
    failing.length > 0
      ? say('failing')
      : failed.length > 0
        ? say('failed before')
        : used === null
          ? say('healthy')
          : say('{used} % worn', { used });
  return { name: device.DeviceName, temperature, attributes, because, word, words: spoken(word) };
}
