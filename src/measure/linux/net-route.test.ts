import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { defaultRoute, parseNetRoute } from './net-route.ts';

const HEADING = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n';
const row = (name: string, gateway: string, flags: string, metric: number, mask = '00000000'): string =>
  `${name}\t00000000\t${gateway}\t${flags}\t0\t0\t${metric}\t${mask}\t0\t0\t0   \n`;
const best = (...rows: string[]): string | undefined =>
  defaultRoute(parseNetRoute(bytesOf(HEADING + rows.join(''))))?.interfaceName;

describe('parseNetRoute', () => {
  it('reads a recorded file', () => {
    const routes = parseNetRoute(sample('net-route'));
    expect(routes).toEqual([
      {
        interfaceName: 'eth0',
        destination: '0.0.0.0',
        gateway: '192.0.2.1',
        mask: '0.0.0.0',
        flags: 3,
        metric: 0,
      },
      {
        interfaceName: 'eth0',
        destination: '192.0.2.0',
        gateway: '0.0.0.0',
        mask: '255.255.255.0',
        flags: 1,
        metric: 0,
      },
    ]);
  });

  it.each(['', HEADING, 'eth0', 'eth0\t00000000\t010200C0\t0003'])('finds nothing in %j', (text) => {
    expect(parseNetRoute(bytesOf(text))).toEqual([]);
  });
});

describe('defaultRoute', () => {
  it('takes the lowest metric, then the first', () => {
    expect(best(row('wlan0', '0101A8C0', '0003', 600), row('eth0', '0101A8C0', '0003', 100))).toBe('eth0');
    expect(best(row('a', '0101A8C0', '0003', 5), row('b', '0101A8C0', '0003', 5))).toBe('a');
  });

  it('leaves out routes that are down or have a mask', () => {
    expect(best(row('a', '0101A8C0', '0002', 1), row('b', '0101A8C0', '0003', 9))).toBe('b');
    expect(best(row('vpn', '0101A8C0', '0003', 0, '00000080'))).toBeUndefined();
    expect(best()).toBeUndefined();
  });
});
