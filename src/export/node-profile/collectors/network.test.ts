import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { createReadCache } from '../read-cache.ts';
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
  const kept = createReadCache(recorded.clock);
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

it('reads how often a link came up and went down only when their sum is another', () => {
  const scrape = rig();
  const counts = (changes: number, up: number, down: number) =>
    scrape(
      interfaceFiles('eth0', {
        ifindex: '2',
        carrier_changes: String(changes),
        carrier_up_count: String(up),
        carrier_down_count: String(down),
      }),
    );
  expect(counts(3, 2, 1).read).toContain('carrier_up_count');
  const same = counts(3, 2, 1);
  expect(same.read).not.toContain('carrier_up_count');
  expect(same.text).toContain('node_network_carrier_up_changes_total{device="eth0"} 2\n');
  const { text } = counts(4, 2, 2);
  expect(text).toContain('node_network_carrier_changes_total{device="eth0"} 4\n');
  expect(text).toContain('node_network_carrier_down_changes_total{device="eth0"} 2\n');
});
