import { expect, it } from 'vitest';
import { columnsOf, type DeclaredField, type DeclaredPlugin, memberText } from './declared.ts';

const field = (kind: DeclaredField['kind'], unit: DeclaredField['unit'], history = false): DeclaredField => ({
  kind,
  unit,
  history,
  description: 'Words.',
});

const declared = (fields: DeclaredPlugin['fields'], key: string | null = null): DeclaredPlugin => ({
  name: 'fans',
  key,
  fields,
});

it('shows what is declared in its order: counters as rates, no identity, no structure', () => {
  const columns = columnsOf(
    declared(
      {
        fan_id: field('text', null),
        top_speed: field('gauge', 'rpm', true),
        bytes_sent: field('counter', 'bytes', true),
        is_new: field('flag', 'bool'),
        parts: field('object', null),
      },
      'fan_id',
    ),
  );
  expect(columns).toEqual([
    {
      member: 'top_speed',
      label: 'top speed',
      isNumber: true,
      isWide: true,
      kind: 'rpm',
      isByItem: false,
      hasHistory: true,
      description: 'Words.',
    },
    {
      member: 'bytes_sent_rate_per_sec',
      label: 'bytes sent',
      isNumber: true,
      isWide: true,
      kind: 'byteRate',
      isByItem: false,
      hasHistory: true,
      description: 'Words.',
    },
    {
      member: 'is_new',
      label: 'is new',
      isNumber: false,
      isWide: true,
      kind: 'plain',
      isByItem: false,
      hasHistory: false,
      description: 'Words.',
    },
  ]);
});

it.each([
  ['text', 'text'],
  [true, 'yes'],
  [false, 'no'],
  [['a', 2, null], 'a, 2'],
  [null, ''],
  [undefined, ''],
  [{ a: 1 }, ''],
])('%j as text is %j', (value, text) => {
  expect(memberText(value)).toBe(text);
});
