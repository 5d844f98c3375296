import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { defaultRoute, gatewayOf, parseNetRoute, routeOf } from './net-route.ts';

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

describe('routeOf', () => {
  const to = (address: string, ...rows: string[]) => {
    const route = routeOf(parseNetRoute(bytesOf(HEADING + rows.join(''))), address);
    return route && [route.interfaceName, gatewayOf(route)];
  };
  const any = row('eth0', '010200C0', '0003', 0);
  const net = 'eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n';
  const vpn = 'wg0\t0000000A\t00000000\t0001\t0\t0\t50\t000000FF\t0\t0\t0\n';
  const site = 'eth0\t0002010A\tFE0200C0\t0003\t0\t0\t9\t00FFFFFF\t0\t0\t0\n';

  it('is the narrowest that contains the address', () => {
    expect(to('203.0.113.9', any, net, vpn, site)).toEqual(['eth0', '192.0.2.1']);
    expect(to('192.0.2.77', any, net)).toEqual(['eth0', null]);
    expect(to('10.9.9.9', any, vpn, site)).toEqual(['wg0', null]);
    expect(to('10.1.2.250', any, vpn, site)).toEqual(['eth0', '192.0.2.254']);
  });

  it('is the one with the lowest metric among alike, and none that is down', () => {
    const far = site.replace('FE0200C0', 'FD0200C0').replace('\t9\t', '\t3\t');
    expect(to('10.1.2.3', site, far)).toEqual(['eth0', '192.0.2.253']);
    expect(to('10.1.2.3', site, far.replace('0003', '0002'))).toEqual(['eth0', '192.0.2.254']);
    expect(to('198.51.100.1', net)).toBeNull();
  });
});
