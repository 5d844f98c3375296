import { expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { parseJournalLine } from './journal-json.ts';

/** As journalctl 252 wrote it. */
const RECORDED = new TextDecoder().decode(sample('journal-json'));
const line = (fields: Record<string, unknown>): string =>
  JSON.stringify({ __REALTIME_TIMESTAMP: '1795702875121831', MESSAGE: 'text', ...fields });

it('reads bytes that are no printable text', () => {
  expect(parseJournalLine(RECORDED)).toEqual({
    time: 1_795_702_875_121.831,
    message: 'bin \u001B[31mred\0\uFFFD\nline2',
    priority: 3,
    isKernel: false,
    unit: '',
    identifier: 'python3',
    container: '',
  });
});

it.each([
  [
    'a message of systemd about a unit',
    { _PID: '1', _SYSTEMD_UNIT: 'init.scope', UNIT: 'a.service' },
    { unit: 'a.service' },
  ],
  [
    'a unit that another process names',
    { _PID: '7', _SYSTEMD_UNIT: 'b.service', UNIT: 'a.service' },
    { unit: 'b.service' },
  ],
  ['the kernel', { _TRANSPORT: 'kernel', PRIORITY: '4' }, { isKernel: true, priority: 4 }],
  ['a container', { CONTAINER_NAME: 'web' }, { container: 'web' }],
  ['a message that is too long', { MESSAGE: null }, { message: null }],
  ['a field that is recorded twice', { MESSAGE: ['a', [98, 99], [['x']], 1] }, { message: 'a bc  ' }],
  ['a priority that is none', { PRIORITY: '9' }, { priority: null }],
])('reads %s', (_, fields, expected) => {
  expect(parseJournalLine(line(fields))).toMatchObject(expected);
});

it.each(['', '-- No entries --', '{', '{"MESSAGE":"no time"}', 'null', '{"__REALTIME_TIMESTAMP":"-1"}'])(
  'finds no entry in %j',
  (text) => {
    expect(parseJournalLine(text)).toBeNull();
  },
);
