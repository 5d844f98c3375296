import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import type { Tree } from '../../../../scripts/support/tree.ts';
import { createTcpStates } from './tcp-states.ts';

const ESTABLISHED = 1;
const row = (state: string): string =>
  `   0: 0100007F:0277 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 1000 1 0000000000000000 100 0 0 10 0\n`;

const tree = (states: string[], tcp: string | null, tcp6 = 'TCP6: inuse 0\n'): Tree =>
  new Map(
    Object.entries({
      'proc/net/tcp': `  sl  local_address rem_address   st\n${states.map(row).join('')}`,
      ...(tcp !== null && {
        'proc/net/sockstat': `sockets: used 16\nTCP: ${tcp}\nUDP: inuse 0 mem 0\n`,
        'proc/net/sockstat6': tcp6,
      }),
    }),
  );

describe('the states of TCP sockets', () => {
  function watch(first: Tree) {
    const host = createRecordedHost(first);
    const states = createTcpStates(host);
    return async (seconds: number, next: Tree) => {
      host.useTree(next);
      await host.clock.advance(seconds * 1000);
      return (await states())?.[ESTABLISHED];
    };
  }
  const one = tree(['01'], 'inuse 1 orphan 0 tw 0 alloc 1 mem 3');

  it('are those of the last walk while no number of sockets changes, for ten seconds', async () => {
    const after = watch(one);
    expect(await after(2, one)).toBe(1);
    const busy = tree(['08'], 'inuse 1 orphan 5 tw 0 alloc 9 mem 999');
    expect(await after(2, busy)).toBe(1);
    expect(await after(6, busy)).toBe(1);
    expect(await after(2, busy)).toBe(0);
  });

  it('are walked at readings that are far apart, as while nobody looks', async () => {
    const after = watch(one);
    const busy = tree(['08'], 'inuse 1 orphan 5 tw 0 alloc 9 mem 999');
    expect(await after(2, one)).toBe(1);
    expect(await after(30, busy)).toBe(0);
  });

  describe('where TCP counts its segments', () => {
    const snmp = (inSegments: number, ...states: string[]): Tree =>
      new Map([
        ...tree(states, 'inuse 1 orphan 0 tw 0 alloc 1 mem 3'),
        ['proc/net/snmp', `Tcp: RtoAlgorithm InSegs OutSegs\nTcp: 1 ${inSegments} 20\n`],
      ]);

    it('are walked again only when one was sent or received', async () => {
      const after = watch(snmp(10, '01'));
      expect(await after(2, snmp(10, '01'))).toBe(1);
      expect(await after(30, snmp(10, '08'))).toBe(1);
      expect(await after(2, snmp(11, '08'))).toBe(0);
    });

    it('are walked again while sockets are in a state that ends with time', async () => {
      const after = watch(snmp(10, '01', '03'));
      expect(await after(2, snmp(10, '01', '03'))).toBe(1);
      expect(await after(30, snmp(10))).toBe(0);
    });
  });

  it('are not walked again within half a second, as at the start', async () => {
    const after = watch(one);
    const more = tree(['01', '01'], 'inuse 2 orphan 0 tw 0 alloc 1 mem 3');
    expect(await after(2, one)).toBe(1);
    expect(await after(0.4, more)).toBe(1);
    expect(await after(0.1, more)).toBe(2);
  });

  it.each([
    ['in use', tree(['01', '01'], 'inuse 2 orphan 0 tw 0 alloc 1 mem 3')],
    ['waiting', tree(['01', '01'], 'inuse 1 orphan 0 tw 1 alloc 1 mem 3')],
    ['of IPv6', tree(['01', '01'], 'inuse 1 orphan 0 tw 0 alloc 1 mem 3', 'TCP6: inuse 1\n')],
  ])('are walked at once when the number %s changes', async (_, next) => {
    const after = watch(one);
    expect(await after(2, one)).toBe(1);
    expect(await after(2, next)).toBe(2);
  });

  it('are not walked for IPv6 while no socket is of it', async () => {
    const withTcp6 = (tcp: string, tcp6: string): Tree =>
      new Map([...tree(['01'], tcp, tcp6), ['proc/net/tcp6', `  sl  local_address\n${row('01')}`]]);
    const after = watch(withTcp6('inuse 1 orphan 0 tw 0 alloc 1 mem 3', 'TCP6: inuse 0\n'));
    expect(await after(2, withTcp6('inuse 1 orphan 0 tw 0 alloc 1 mem 3', 'TCP6: inuse 0\n'))).toBe(1);
    expect(await after(2, withTcp6('inuse 1 orphan 0 tw 1 alloc 1 mem 3', 'TCP6: inuse 0\n'))).toBe(2);
    expect(await after(2, withTcp6('inuse 1 orphan 0 tw 0 alloc 1 mem 3', 'TCP6: inuse 1\n'))).toBe(2);
    expect(await after(2, withTcp6('inuse 1 orphan 0 tw 0 alloc 1 mem 3', 'none\n'))).toBe(2);
    expect(await after(2, withTcp6('inuse 1 orphan 0 tw 0 alloc 1 mem 3', 'TCP6: inuse 0\n'))).toBe(1);
  });

  it('are walked every time where the kernel tells no numbers', async () => {
    const after = watch(tree([], null));
    expect(await after(2, tree(['01'], null))).toBe(1);
    expect(await after(2, tree(['08'], null))).toBe(0);
  });
});
