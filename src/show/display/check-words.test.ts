import { describe, expect, it } from 'vitest';
import type { Check, Port } from './snapshots.ts';
import { checkRows } from './check-words.ts';
import { portState } from './port-words.ts';

const port = (more: Partial<Port>): Port => ({
  indice: 'p',
  description: '',
  refresh: 30,
  timeout: 3,
  status: null,
  rtt_warning: 0.2,
  ...more,
});

describe('checks', () => {
  it.each<[Partial<Port>, ReturnType<typeof portState>]>([
    [{}, { words: 'not checked yet', seconds: null }],
    [{ status: 0.004 }, { words: '', seconds: 0.004 }],
    [{ status: false }, { words: 'no answer', seconds: null }],
    [
      { url: 'x', status: 200, elapsed: 0.1 },
      { words: '200', seconds: 0.1 },
    ],
    [
      { url: 'x', status: 503, elapsed: 0.1 },
      { words: '503', seconds: 0.1 },
    ],
    [
      { url: 'x', status: 'Error', elapsed: 0 },
      { words: 'Error', seconds: 0 },
    ],
  ])('%o', (given, expected) => {
    expect(portState(port(given))).toEqual(expected);
  });
});

describe('rows', () => {
  const check = (more: Partial<Check>): Check => ({
    name: 'p',
    description: 'db:5432',
    kind: 'tcp',
    target: 'db:5432',
    up: 1,
    response: 0.1,
    loss: null,
    certificate_days: null,
    failures: 0,
    reason: null,
    since: null,
    checked: null,
    due: null,
    availability_day: null,
    availability_week: null,
    availability_month: null,
    ...more,
  });

  it('have what their check knows', () => {
    const [row] = checkRows(
      [port({ host: 'db', port: 5432, description: 'Database', status: 0.004 })],
      [
        check({
          certificate_days: 12.9,
          availability_day: 99.999,
          availability_week: 100,
          loss: 20,
          reason: 'it is slow',
        }),
      ],
    );
    expect(row).toMatchObject({
      name: 'Database',
      seconds: 0.004,
      isJudged: true,
      isUp: true,
      availability: '99.99 %',
      expiry: '12 d',
    });
    expect(row?.about.split('\n')).toEqual([
      'db:5432',
      'it is slow',
      'Available 99.99 % (24 h), 100 % (7 d)',
      '20 % of the packets lost',
      'Certificate expires in 12 d 21 h',
    ]);
  });

  it('say of a default gateway that has never answered what it does', () => {
    const reason = 'the default gateway 192.0.2.1 does not answer pings';
    const gateway = port({ indice: 'port_0', host: '192.0.2.1', port: 0 });
    expect(
      checkRows([gateway], [check({ name: 'port_0', kind: 'ping', up: null, checked: 1, reason })]),
    ).toMatchObject([{ words: 'does not answer pings', isJudged: false, isUp: null }]);
  });

  it('are there without checks, and for checks without a port', () => {
    expect(checkRows([port({ host: 'db', port: 0 })], [])).toMatchObject([
      { name: 'db:0', where: 'ping db', isJudged: false, isUp: null, availability: '', expiry: '' },
    ]);
    const beat = check({ name: 'beat_backup', kind: 'beat', description: 'backup', target: 'every 1 d' });
    expect(checkRows([], [{ ...beat, up: 0, response: null }])).toMatchObject([
      { name: 'backup', words: 'missing', isUp: false },
    ]);
    expect(checkRows([], [{ ...beat, up: null, due: 1 }])).toMatchObject([{ words: 'not called yet' }]);
  });
});
