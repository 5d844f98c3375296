import { describe, expect, it } from 'vitest';
import { journalArguments } from './journal.ts';
import { FROM, TO } from '../../../test/support/logs-rig.ts';

describe('arguments of journalctl', () => {
  const wanted = { from: FROM, to: TO, unit: null, priority: 'err', text: '' } as const;

  it('are a fixed list', () => {
    expect(journalArguments(wanted)).toEqual([
      'journalctl',
      '--no-pager',
      '--output=json',
      '--output-fields=MESSAGE,PRIORITY,_TRANSPORT,_PID,_SYSTEMD_UNIT,UNIT,SYSLOG_IDENTIFIER,_COMM,CONTAINER_NAME',
      '--since=@1795702800.000',
      '--until=@1795703700.000',
      '--lines=500',
      '--priority=3',
    ]);
  });

  it.each(['-.mount', '--vacuum', 'dev-disk\\x2da.device', 'user@1000.service'])(
    'keep the unit %s within its option',
    (unit) => {
      expect(journalArguments({ ...wanted, unit }).at(-1)).toBe(`--unit=${unit}`);
    },
  );

  it.each([
    '',
    'a b',
    '*',
    'a?',
    '[a]',
    '/dev/sda',
    'a;b',
    '--vacuum-size=1',
    '$(id)',
    'a\nb',
    'ä',
    'x'.repeat(256),
  ])('refuse the unit %j', (unit) => {
    expect(() => journalArguments({ ...wanted, unit })).toThrow(TypeError);
  });

  it('search for a text as it is', () => {
    expect(journalArguments({ ...wanted, text: '(a+)+$ \\E --x' }).slice(-2)).toEqual([
      String.raw`--grep=\(a\+\)\+\$\ \\E\ \-\-x`,
      '--case-sensitive=false',
    ]);
    expect(journalArguments({ ...wanted, text: 'größe' }).some((one) => one.startsWith('--grep'))).toBe(
      false,
    );
  });
});
