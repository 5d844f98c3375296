import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { createSources } from '../sampler/sources.ts';
import { optionsFrom } from '../../../test/support/step-plugin.ts';
import network from '../plugins/network/network.ts';
import { STEP } from '../../core/steps.ts';
import { interfacesSource } from './interfaces.ts';
import { MEGABIT, MOST_SPEEDS } from './link.ts';

const device = (name: string): string => `  ${name}: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n`;
const ADDRESS = { family: 4, address: '192.0.2.1', netmask: '255.255.255.0' } as const;

/** A host with these devices, all up; those in `addressed` have addresses. */
function machine(addressed: Set<string>) {
  const tables: [string, string][] = [];
  const down = new Set<string>();
  const tree = (names: readonly string[]) =>
    new Map([
      ...tables,
      ['proc/net/dev', `Inter-|\n face |\n${names.map(device).join('')}`],
      ...names.flatMap((name): [string, string][] => [
        [`sys/class/net/${name}/operstate`, down.has(name) ? 'down\n' : 'up\n'],
      ]),
    ]);
  const host = createRecordedHost(tree(['eth0']));
  let asked = 0;
  let isLate = false;
  const addresses = () => {
    asked += 1;
    const all = [...addressed].map((interfaceName) => ({ ...ADDRESS, interfaceName }));
    return isLate ? Promise.resolve(all) : all;
  };
  let tablesApart = 0;
  const readApart = (path: string) => {
    tablesApart += 1;
    return host.readApart(path);
  };
  /** One more read of the first at each check, which shows whether there are any. */
  let linksRead = 0;
  let speedsRead = 0;
  const readText = (path: string) => {
    linksRead += Number(path.endsWith('/operstate'));
    speedsRead += Number(path.endsWith('/speed'));
    return host.readText(path);
  };
  const sources = createSources({
    host: { ...host, addresses, readApart, readText },
    optionsOf: () => optionsFrom(network, {}),
    notice: () => {},
    isWatched: () => true,
  });
  return {
    show: (...names: string[]) => host.useTree(tree(names)),
    asked: () => asked,
    hasSpeed: (name: string, speed: number) =>
      void tables.push([`sys/class/net/${name}/speed`, `${speed}\n`]),
    hasTable: (path: string, text: string) => void tables.push([path, text]),
    down,
    linksRead: () => linksRead,
    speedsRead: () => speedsRead,
    readApart: () => tablesApart,
    answerLater: () => (isLate = true),
    async after(seconds: number): Promise<string[]> {
      await host.clock.advance(seconds * 1000);
      return this.read();
    },
    async read(): Promise<string[]> {
      sources.nextTick();
      return (await sources.read(interfacesSource)).map(({ traffic }) => traffic.name);
    },
    async speeds(): Promise<number[]> {
      return (await sources.read(interfacesSource)).map(({ link }) => link.speed / MEGABIT);
    },
  };
}

it('asks for addresses every ten seconds, and at once when other interfaces are there', async () => {
  const addressed = new Set(['eth0']);
  const interfaces = machine(addressed);
  const { asked, show } = interfaces;
  const after = (seconds: number) => interfaces.after(seconds);
  expect(await after(0)).toEqual(['eth0']);
  addressed.clear();
  expect(await after(8)).toEqual(['eth0']);
  expect(asked()).toBe(1);
  expect(await after(2)).toEqual([]);
  addressed.add('eth0').add('eth1');
  show('eth0', 'eth1');
  expect(await after(2)).toEqual(['eth0', 'eth1']);
  expect(asked()).toBe(3);
});

const names = Array.from({ length: STEP + 1 }, (_, at) => `veth${at}`);

it('reads the links of hundreds of interfaces after the turn of the sample', async () => {
  const { read, show, linksRead } = machine(new Set(names));
  show(...names);
  expect(await read()).toEqual(names);
  show(...names.slice(1));
  const few = read();
  expect(linksRead()).toBe(names.length + 1);
  expect(await few).toEqual(names.slice(1));
  expect(linksRead()).toBe(names.length + STEP + 2);
});

it('reads the links of hundreds of interfaces every ten seconds, those of new ones at once', async () => {
  const interfaces = machine(new Set([...names, 'new']));
  const { show, linksRead } = interfaces;
  const after = (seconds: number) => interfaces.after(seconds);
  show(...names);
  expect(await after(0)).toEqual(names);
  expect(await after(8)).toEqual(names);
  expect(linksRead()).toBe(names.length + 1);
  expect(await after(2)).toEqual(names);
  expect(linksRead()).toBe(names.length * 2 + 2);
  show(...names, 'new');
  expect(await after(2)).toEqual([...names, 'new']);
  expect(linksRead()).toBe(names.length * 3 + 4);
});

it('reads the tables of hundreds of interfaces, and their addresses, beside the event loop', async () => {
  const interfaces = machine(new Set(names));
  const { show, readApart, answerLater } = interfaces;
  const after = (seconds: number) => interfaces.after(seconds);
  show(...names);
  answerLater();
  expect(await after(0)).toEqual(names);
  expect(await after(2)).toEqual(names);
  expect(await after(2)).toEqual(names);
  expect(readApart()).toBe(2);
});

it('reads the speed of an interface that has the name of an earlier one', async () => {
  const interfaces = machine(new Set(['eth0', 'veth0']));
  const { show, hasSpeed } = interfaces;
  hasSpeed('veth0', 1000);
  show('eth0', 'veth0');
  await interfaces.after(0);
  expect(await interfaces.speeds()).toEqual([0, 1000]);
  show('eth0');
  await interfaces.after(2);
  hasSpeed('veth0', 2500);
  show('eth0', 'veth0');
  await interfaces.after(2);
  expect(await interfaces.speeds()).toEqual([0, 2500]);
});

it('reads the speeds of thousands of interfaces some at a time, the oldest first', async () => {
  const thousands = Array.from({ length: 2.5 * MOST_SPEEDS }, (_, at) => `veth${at}`);
  const interfaces = machine(new Set(thousands));
  const { hasSpeed, show, speedsRead } = interfaces;
  for (const name of thousands) hasSpeed(name, 2500);
  show(...thousands);
  const known: [read: number, known: number][] = [];
  for (let sample = 0; sample < 4; sample += 1) {
    await interfaces.after(2);
    const speeds = await interfaces.speeds();
    known.push([speedsRead() / MOST_SPEEDS, speeds.filter((speed) => speed === 2500).length / MOST_SPEEDS]);
  }
  expect(known).toEqual([
    [1, 1],
    [2, 2],
    [2.5, 2.5],
    [2.5, 2.5],
  ]);
  await interfaces.after(30);
  expect(speedsRead()).toBe(3.5 * MOST_SPEEDS);
});

const FIB_TRIE = 'proc/net/fib_trie';
const IF_INET6 = 'proc/net/if_inet6';

it('lists addresses where a table of them or a link has changed, and every minute', async () => {
  const interfaces = machine(new Set(['eth0']));
  const { asked, show, hasTable, down } = interfaces;
  const asksAfter = async (seconds: number): Promise<number> => {
    const before = asked();
    show('eth0', 'eth1');
    await interfaces.after(seconds);
    return asked() - before;
  };
  hasTable(FIB_TRIE, '192.0.2.1');
  expect([await asksAfter(0), await asksAfter(10), await asksAfter(10)]).toEqual([1, 0, 0]);
  hasTable(FIB_TRIE, '192.0.2.1 192.0.2.2');
  expect([await asksAfter(10), await asksAfter(10)]).toEqual([1, 0]);
  hasTable(IF_INET6, '2001:db8::1');
  expect([await asksAfter(10), await asksAfter(10)]).toEqual([1, 0]);
  down.add('eth1');
  expect([await asksAfter(10), await asksAfter(10), await asksAfter(40), await asksAfter(10)]).toEqual([
    1, 0, 0, 1,
  ]);
});

it('lists them every ten seconds where a table is long', async () => {
  const interfaces = machine(new Set(['eth0']));
  interfaces.hasTable(FIB_TRIE, 'x'.repeat(64 * 1024));
  for (const seconds of [0, 10, 10]) {
    interfaces.show('eth0');
    await interfaces.after(seconds);
  }
  expect(interfaces.asked()).toBe(3);
});
