/** No read of the kernel that hangs stops more than the plugins that show its values. */
import { describe, expect, it } from 'vitest';
import { firstOf, isFull } from '../support/full-run.ts';
import { createHangingHost, type HangingHost } from '../support/hanging-host.ts';
import { playHost, startOnHost } from '../support/recorded-agent.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { recordedHosts } from '../support/recorded-hosts.ts';
import type { PluginState } from '../../src/measure/sampler/sampler.ts';

/** Beyond the deadline of every plugin. */
const LONG_MS = 310_000;

/** Started on the first step of a machine, as it is when every read has ended or overrun its deadline. */
async function start(name: string, ...hanging: string[]) {
  let hangs!: HangingHost;
  const { agent, host } = await startOnHost(name, {}, plugins, (recorded) => {
    hangs = createHangingHost(recorded);
    hangs.hang(...hanging);
    return hangs.host;
  });
  agent.sampler.stop();
  await host.clock.advance(LONG_MS);
  return { states: statesOf(agent.sampler.states()), readers: hangs.readers };
}

const statesOf = (states: readonly PluginState[]) =>
  new Map(states.map(({ name, state, reason }) => [name, { state, reason }]));

describe.each(isFull ? recordedHosts() : ['small-vm'])('%s', (name) => {
  it('has the same values and states where no read blocks the main thread', async () => {
    const plain = await playHost(name);
    const { agent } = await playHost(name, {}, plugins, (host) => createHangingHost(host).host);
    // Events of one moment are in the order in which plugins end.
    for (const { name: plugin } of agent.plugins.filter(({ name }) => name !== 'alert'))
      expect(agent.store.latest(plugin).value, plugin).toEqual(plain.agent.store.latest(plugin).value);
    expect(statesOf(agent.sampler.states())).toEqual(statesOf(plain.agent.sampler.states()));
  });
});

/** One file of each reader, on the smaller machine that has it. */
const machines = await Promise.all(
  ['small-vm', 'big-server'].map(async (name) => ({ name, ...(await start(name)) })),
);
const cases = new Map(
  machines
    .toReversed()
    .flatMap(({ name, readers, states }) =>
      [...readers]
        .reverse()
        .map(([path, reader]) => [reader, { reader, name, path, usual: states }] as const),
    ),
);
/** They go on without what they cannot read. */
const GO_ON = /cmdline$|errors_count$/;

it('reads devices, disks and host-wide tables in the thread pool', () => {
  expect([...cases.keys()]).toEqual(
    expect.arrayContaining(['/proc/loadavg', 'disks', 'memory', 'sensors', 'gpus']),
  );
});

/** Those of the smaller machine first. */
const inOrder = [...cases.values()]
  .toSorted((one, other) => Number(one.name === 'big-server') - Number(other.name === 'big-server'))
  .map((one): [path: string, typeof one] => [one.path, one]);

it.each(firstOf('hanging reads of most readers', 6, inOrder))(
  '%s that never answers stops only what shows it',
  async (_, one) => {
    const { states } = await start(one.name, one.path);
    const stalled = [...states].filter(([, { state }]) => state === 'stalled').map(([name]) => name);
    expect(stalled.length > 0).toBe(!GO_ON.test(one.path));
    for (const name of stalled) expect(states.get(name)?.reason).toContain(`${one.path} does not answer`);
    for (const [name, { state }] of states)
      if (!stalled.includes(name)) expect(state, name).toBe(one.usual.get(name)?.state);
  },
);
