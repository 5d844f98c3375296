import { expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseSystemctlShow } from './systemctl-show.ts';

it('reads the properties of each unit', () => {
  const units = parseSystemctlShow(sample('systemctl-show'));
  expect(units.map((unit) => unit.get('Id'))).toEqual([
    'ssh.service',
    'backup.service',
    'gone.service',
    'cups.socket',
    'dev-sda1.device',
  ]);
  expect(units[0]?.get('NRestarts')).toBe('3');
});

it.each([
  ['', []],
  ['\n\n\n', []],
  ['no property\n=none\nA=b=c', [{ A: 'b=c' }]],
  ['A=\nB=1\n\nA=2\n', [{ A: '', B: '1' }, { A: '2' }]],
])('of %j', (text, units) => {
  expect(parseSystemctlShow(bytesOf(text)).map((unit) => Object.fromEntries(unit))).toEqual(units);
});
