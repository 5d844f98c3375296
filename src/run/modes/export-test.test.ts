import { expect, it } from 'vitest';
import type { ExporterState } from '../../export/metrics/exporters.ts';
import { testText } from './export-test.ts';
import { undelivered } from './export.ts';

const TOLD = {
  name: 'x',
  target: 'http://db',
  state: 'ok',
  reason: null,
  last_error: null,
  sent_samples: 7,
  dropped_samples: { full: 0, age: 0, refused: 0 },
} as const;
const refused = { full: 0, age: 0, refused: 2 };

it.each([
  [{}, false, '"x" (http://db) took 7 values.'],
  [{}, true, '"x" (http://db) was sent 7 values, and confirms none: check there that they have arrived.'],
  [
    { dropped_samples: refused, last_error: 'bad type' },
    false,
    '"x" (http://db) took 7 values and refused 2: bad type.',
  ],
  [
    { state: 'failing', reason: 'no; check host' } as const,
    true,
    '"x" (http://db) did not take the values: no; check host.',
  ],
  [
    { state: 'starting' } as const,
    false,
    '"x" (http://db) did not take the values: there is nothing to send.',
  ],
])('a test is told in a sentence: %s', (more, isUnconfirmed, text) => {
  expect(testText({ ...TOLD, ...more }, isUnconfirmed)).toBe(text);
});

it.each([
  [{ last_try: 1 }, null],
  [{ state: 'off' } as const, null],
  [
    { state: 'failing', last_try: 1, reason: 'no; check host' } as const,
    '"x" (http://db) did not take the values: no; check host.',
  ],
  [
    { state: 'starting', last_try: null, interval: 60 } as const,
    '"x" (http://db) sent nothing: it sends every 60 s. Name more cycles with --stop-after.',
  ],
])('an export without a screen says what was not delivered: %s', (more, text) => {
  expect(undelivered({ ...TOLD, ...more } as unknown as ExporterState)).toBe(text);
});
