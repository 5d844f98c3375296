import { describe, expect, it } from 'vitest';
import { sample } from '../../test/support/sample.ts';
import { bytesOf } from './bytes.ts';
import { parseNetSnmp6 } from './net-snmp6.ts';

describe('parseNetSnmp6', () => {
  it('reads a recorded file', () => {
    const tables = parseNetSnmp6(sample('net-snmp6'));
    expect([...tables.keys()]).toEqual(['Ip6', 'Icmp6', 'Udp6', 'UdpLite6']);
  });

  it('skips lines of another form', () => {
    expect([...parseNetSnmp6(bytesOf('Ip6InReceives\nIpInReceives 4\n\nUdp6NoPorts -1\n'))]).toEqual([]);
  });
});
