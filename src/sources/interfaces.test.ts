import { expect, it } from 'vitest';
import { createRecordedHost } from '../../test/support/fake-host.ts';
import { createSources } from '../sampler/sources.ts';
import { optionsFrom } from '../../test/support/step-plugin.ts';
import network from '../plugins/network/network.ts';
import { interfacesSource } from './interfaces.ts';

const device = (name: string): string => `  ${name}: 1 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n`;
const ADDRESS = { family: 4, address: '192.0.2.1', netmask: '255.255.255.0' } as const;

/** A host with these devices, all of them up; addresses are given by those of them that `addressed` holds. */
function machine(addressed: Set<string>) {
  const tree = (names: readonly string[]) =>
    new Map([
      ['proc/net/dev', `Inter-|\n face |\n${names.map(device).join('')}`],
      ...names.flatMap((name): [string, string][] => [
        [`sys/class/net/${name}/flags`, '0x1003\n'],
        [`sys/class/net/${name}/operstate`, 'up\n'],
      ]),
    ]);
  const host = createRecordedHost(tree(['eth0']));
  let asked = 0;
  const addresses = () => {
    asked += 1;
    return [...addressed].map((interfaceName) => ({ ...ADDRESS, interfaceName }));
  };
  const sources = createSources({
    host: { ...host, addresses },
    optionsOf: () => optionsFrom(network, {}),
    notice: () => {},
    isWatched: () => true,
  });
  return {
    show: (...names: string[]) => host.useTree(tree(names)),
    asked: () => asked,
    async after(seconds: number): Promise<string[]> {
      await host.clock.advance(seconds * 1000);
      sources.nextTick();
      return sources.read(interfacesSource).map(({ traffic }) => traffic.name);
    },
  };
}

it('asks for addresses every ten seconds, and at once when other interfaces are there', async () => {
  const addressed = new Set(['eth0']);
  const { after, asked, show } = machine(addressed);
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
