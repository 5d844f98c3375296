import { expect, it } from 'vitest';
import type { RuleField } from '../api/types.ts';
import { fieldEdits, isSeconds, textOf } from './field-text.ts';
import { labelOfKey, serviceName } from './key-words.ts';

const field = (key: string, more: Partial<RuleField> = {}): RuleField => ({
  key,
  type: 'text',
  description: '',
  fallback: null,
  choices: null,
  least: null,
  most: null,
  example: null,
  required: false,
  secret: false,
  value: null,
  ...more,
});

it('shows the value in force, and no secret', () => {
  const shown = [
    field('a', { fallback: '10' }),
    field('b', { fallback: '10', value: '20' }),
    field('c', { type: 'flag', fallback: 'True', value: 'no' }),
    field('d', { type: 'flag', fallback: 'True' }),
    field('e', { secret: true, value: '********' }),
    field('f', { type: 'choice', value: ' Critical ' }),
  ];
  expect(shown.map(textOf)).toEqual(['10', '20', 'False', 'True', '', 'critical']);
});

it('has edits of what differs alone; an empty text is as configured', () => {
  const fields = [field('a', { value: '1' }), field('b', { value: '2' }), field('c', { secret: true })];
  expect(fieldEdits('alerts', fields, { a: ' 1 ', b: '', c: 'new' })).toEqual([
    { section: 'alerts', key: 'b', value: null },
    { section: 'alerts', key: 'c', value: 'new' },
  ]);
});

it('has words for keys', () => {
  expect([labelOfKey('fs_full_clear_for', 'fs_full_'), labelOfKey('smtp_host', '')]).toEqual([
    'Notify the end after',
    'Mail server',
  ]);
  expect(['email', 'ntfy', 'gotify'].map(serviceName)).toEqual(['E-mail', 'ntfy', 'Gotify']);
  expect(isSeconds(field('x', { type: 'integer', description: 'Seconds after which' }))).toBe(true);
  expect(isSeconds(field('x', { type: 'integer', description: 'Bytes' }))).toBe(false);
});
