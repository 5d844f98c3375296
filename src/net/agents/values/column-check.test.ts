import type { Scalar } from '../../../core/served.ts';
import { expect, it } from 'vitest';
import { parseColumns } from '../../../core/columns.ts';
import { plugins } from '../../../measure/plugins/index.ts';
import { createColumnCheck } from './column-check.ts';

/** What is left of a value of a column. */
function passed(word: string, value: Scalar): boolean {
  const columns = parseColumns([word]);
  const key = columns[0]?.key ?? '';
  return createColumnCheck(columns, plugins)(new Map([[key, { value, decoration: 'OK' }]])).has(key);
}

it.each<[string, Scalar]>([
  ['mem:percent', 0],
  ['mem:percent', 55.5],
  ['mem:percent', null],
  ['load:min5', 3.2],
  ['system:hr_name', 'Debian 13'],
  ['fs:percent:/', 99.9],
  ['later:value', 'whatever a later version has'],
  ['mem:later', 1e9],
])('%s of %j passes', (word, value) => {
  expect(passed(word, value)).toBe(true);
});

it.each<[string, Scalar]>([
  ['mem:percent', 1.8e19],
  ['mem:percent', -1],
  ['mem:percent', 'x'],
  ['mem:percent', true],
  ['mem:total', -5],
  ['load:min5', 'high'],
  ['cpu:total', 250_000],
  ['fs:percent:/', 1e9],
  ['system:hr_name', 7],
])('%s of %j is left out', (word, value) => {
  expect(passed(word, value)).toBe(false);
});
