import { describe, expect, it } from 'vitest';
import { fleetServer, fleetValue } from '../../../test/support/fleet-server.ts';
import { addressOf, badnessOf, levelOfServer, nameOf } from './servers.ts';

describe('how bad a server is', () => {
  it('goes by its status and by its worst value, which is never as bad as no answer', () => {
    const critical = {
      cpu: fleetValue(99, { level: 'CRITICAL' }),
      mem: fleetValue(50, { level: 'CAREFUL' }),
    };
    const rows = [
      fleetServer('ill', { values: critical }),
      fleetServer('gone', { status: 'OFFLINE' }),
      fleetServer('locked', { status: 'PROTECTED' }),
      fleetServer('warm', { values: { cpu: fleetValue(80, { level: 'WARNING' }) } }),
      fleetServer('new', { status: 'UNKNOWN' }),
      fleetServer('well', { values: { cpu: fleetValue(1) } }),
    ];
    expect(rows.map(badnessOf)).toEqual([6, 7, 4, 3, 2, 0]);
  });

  it('old values of a server that is gone count for nothing', () => {
    const values = { cpu: fleetValue(99, { level: 'CRITICAL' }) };
    expect(levelOfServer(fleetServer('x', { status: 'OFFLINE', values }))).toBe(null);
    expect(levelOfServer(fleetServer('x', { values }))).toBe('critical');
  });
});

it('addresses hold ports, and brackets where they are needed', () => {
  expect(addressOf({ ip: '10.0.0.5', name: 'db', port: 1 })).toBe('10.0.0.5:1');
  expect(addressOf({ ip: 'fd00::1', name: 'db', port: 1 })).toBe('[fd00::1]:1');
  expect(addressOf({ ip: null, name: 'db', port: 1 })).toBe('db:1');
  expect(nameOf({ alias: '', name: 'db' })).toBe('db');
});
