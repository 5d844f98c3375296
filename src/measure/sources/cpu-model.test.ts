import { expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { createSources } from '../sampler/sources.ts';
import { cpuModelSource } from './cpu-model.ts';

const POLICY = 'sys/devices/system/cpu/cpufreq/policy0';

const tree = (mhz: number, maximumKhz: number) =>
  new Map([
    ['proc/cpuinfo', `processor\t: 0\nmodel name\t: Some CPU\ncpu MHz\t\t: ${mhz}\n`],
    [`${POLICY}/scaling_max_freq`, `${maximumKhz}\n`],
  ]);

it('reads speeds every four seconds, and the highest that are allowed every thirty', async () => {
  const host = createRecordedHost(tree(1000, 3_000_000));
  let limitsRead = 0;
  const readText = (path: string) => {
    limitsRead += 1;
    return host.readText(path);
  };
  const sources = createSources({
    host: { ...host, readText },
    optionsOf: () => ({}),
    notice: () => {},
    isWatched: () => true,
  });
  const read = async (seconds: number, mhz: number, maximumKhz: number) => {
    host.useTree(tree(mhz, maximumKhz));
    await host.clock.advance(seconds * 1000);
    sources.nextTick();
    const { currentHz, maximumHz } = sources.read(cpuModelSource);
    return [currentHz, maximumHz, limitsRead];
  };
  expect(await read(0, 1000, 3_000_000)).toEqual([1e9, 3e9, 1]);
  expect(await read(2, 2000, 2_500_000)).toEqual([1e9, 3e9, 1]);
  expect(await read(2, 2000, 2_500_000)).toEqual([2e9, 3e9, 1]);
  expect(await read(26, 2000, 2_500_000)).toEqual([2e9, 2.5e9, 2]);
});
