import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { createKept } from '../kept.ts';
import type { ScrapedHost } from '../scraped-host.ts';
import { createSheet } from '../sheet.ts';
import { netclass } from './network.ts';

const interfaceFiles = (name: string, files: Record<string, string>): [string, string][] =>
  Object.entries(files).map(([file, text]) => [`sys/class/net/${name}/${file}`, `${text}\n`]);

/** The collector on a host whose interfaces change; gives the text of a scrape, and what was forgotten and read since the last. */
function rig() {
  const recorded = createRecordedHost(new Map());
  const [forgotten, read] = [[] as string[], [] as string[]];
  const host: ScrapedHost = {
    ...recorded,
    readText(path) {
      read.push(path.split('/').at(-1) ?? '');
      return recorded.readText(path);
    },
    readAnew: recorded.readText,
    forget: (folder) => void forgotten.push(folder),
  };
  const sheet = createSheet();
  const kept = createKept(recorded.clock);
  return (interfaces: [string, string][]) => {
    recorded.useTree(new Map(interfaces));
    void netclass.collect(host, sheet.put, kept);
    return { text: sheet.takeText(), forgotten: forgotten.splice(0), read: read.splice(0) };
  };
}

it('forgets the files of an interface whose name another one has now', () => {
  const scrape = rig();
  const first = interfaceFiles('eth0', { ifindex: '2', mtu: '1500' });
  expect(scrape(first).forgotten).toEqual(['/sys/class/net/eth0']);
  expect(scrape(first).forgotten).toEqual([]);
  const { text, forgotten } = scrape(interfaceFiles('eth0', { ifindex: '3', mtu: '9000' }));
  expect(forgotten).toEqual(['/sys/class/net/eth0']);
  expect(text).toContain('node_network_iface_id{device="eth0"} 3\n');
  expect(scrape(first).forgotten).toEqual(['/sys/class/net/eth0']);
});

it('asks for a speed that an interface did not tell when its state has changed', () => {
  const scrape = rig();
  const down = { ifindex: '2', flags: '0x1002', operstate: 'down' };
  expect(scrape(interfaceFiles('eth0', down)).read).toContain('speed');
  expect(scrape(interfaceFiles('eth0', down)).read).not.toContain('speed');
  const up = { ...down, flags: '0x1003', operstate: 'up', speed: '1000' };
  expect(scrape(interfaceFiles('eth0', up)).text).toContain(
    'node_network_speed_bytes{device="eth0"} 125000000\n',
  );
});
