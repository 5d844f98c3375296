import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countServices, countUnits } from './kinds.ts';

const UNITS = `  UNIT                      LOAD      ACTIVE SUB     DESCRIPTION
  dev-sda.device            loaded    active plugged Disk
● nginx.service             loaded    failed failed  A high performance web server
  cron.service              loaded    active running Regular background program processing daemon
● gone.service              not-found inactive dead  gone.service

LOAD   = Reflects whether the unit definition was properly loaded.
ACTIVE = The high-level unit activation state, i.e. generalization of SUB.
SUB    = The low-level unit activation state, values depend on unit type.

4 loaded units listed. Pass --all to see loaded but inactive units, too.
To show all installed unit files use 'systemctl list-unit-files'.
`;

describe('countUnits', () => {
  it('counts the states of units', () => {
    expect(countUnits(UNITS)).toBe('Services\nloaded: 3\nactive: 2\nfailed: 1\nnot-found: 1\ninactive: 1\n');
  });

  it('needs neither heading nor legend', () => {
    expect(countUnits('a.service loaded active running A\n')).toBe('Services\nloaded: 1\nactive: 1\n');
    expect(countUnits('')).toBe('Services\n');
  });
});

describe('countServices', () => {
  it('counts signs', () => {
    expect(countServices(' [ + ]  cron\n [ - ]  nfs\n [ + ]  ssh\nservice: warning\n')).toBe(
      'Services\nrunning: 2\nstopped: 1\nupstart: 0\n',
    );
  });
});

it('any text is counted', () => {
  assert(
    property(string(), (text) => {
      expect(countUnits(text)).toContain('Services\n');
      expect(countServices(text)).toContain('Services\n');
    }),
  );
});
