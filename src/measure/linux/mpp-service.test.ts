import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseMppLoad, parseMppSessions } from './mpp-service.ts';

describe('parseMppLoad', () => {
  it('reads engines, also those with a hyphen', () => {
    expect(parseMppLoad(sample('mpp-service'))).toEqual([
      { device: 'fdb50000.vepu', address: 'fdb50000', engine: 'vepu', load: 0, utilization: 0 },
      { device: 'fdbd0000.rkvenc', address: 'fdbd0000', engine: 'rkvenc', load: 41.5, utilization: 40.12 },
      {
        device: 'fdc38100.rkvdec-core',
        address: 'fdc38100',
        engine: 'rkvdec-core',
        load: 12,
        utilization: 11.9,
      },
      { device: 'fdc48100.rkvdec-core', address: 'fdc48100', engine: 'rkvdec-core', load: 0, utilization: 0 },
    ]);
  });

  it.each(['', '\n', 'rkvenc load: 1% utilization: 1%', 'fdbd0000.rkvenc load: x%'])(
    'has none in %j',
    (text) => {
      expect(parseMppLoad(bytesOf(text))).toEqual([]);
    },
  );
});

describe('parseMppSessions', () => {
  it('counts the lines of each device', () => {
    const text =
      'session: pid=1 index=0\n device: a.rkvdec\nsession: pid=2 index=1\n device: a.rkvdec\n device: b.jpegd\n';
    expect(parseMppSessions(bytesOf(text))).toEqual(
      new Map([
        ['a.rkvdec', 2],
        ['b.jpegd', 1],
      ]),
    );
    expect(parseMppSessions(bytesOf(''))).toEqual(new Map());
  });
});
