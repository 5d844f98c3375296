/** Events from samples to the alert plugin, composed as in the agent. */
import type { EventJournal } from '../../src/history/events/agent-journal.ts';
import { describe, expect, it } from 'vitest';
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';
import type { AlertEvent } from '../../src/core/event.ts';
import type { AlertChangeEntry } from '../../src/history/events/entry.ts';
import { gauge } from '../../src/core/fields.ts';
import { definePlugin, type Plugin } from '../../src/core/plugin.ts';
import alert from '../../src/measure/plugins/alert/alert.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { testSettings } from '../support/recorded-agent.ts';
import { hostWith } from '../support/sampling.ts';

interface Rig {
  agent: Agent;
  clock: ReturnType<typeof createFakeClock>;
  /** The readings of the next samples. */
  use: { total: number; busy: number };
  alerts(): AlertEvent[];
  changes: AlertChangeEntry[];
}

async function started(
  sections: Record<string, Record<string, string>> = {},
  withAlert = true,
): Promise<Rig> {
  const use = { total: 10, busy: 10 };
  const level = (header: string, log: boolean) => ({ level: { header, log, limits: [50, 70, 90] } }) as const;
  const plugins: Plugin[] = [
    ...(withAlert ? [alert as Plugin] : []),
    definePlugin({
      name: 'cpu',
      description: '',
      shape: 'object',
      fields: { total: gauge('percent', '', level('total', true)) },
      create: () => ({ read: () => ({ total: use.total }) }),
    }) as Plugin,
    definePlugin({
      name: 'heavy',
      description: '',
      shape: 'object',
      weight: 'heavy',
      fields: { busy: gauge('percent', '', level('busy', false)) },
      create: () => ({ read: () => ({ busy: use.busy }) }),
    }) as Plugin,
  ];
  const clock = createFakeClock();
  const changes: AlertChangeEntry[] = [];
  const agent = createAgent({
    host: hostWith(clock),
    registry: plugins,
    settings: testSettings(plugins, sections),
    cores: 1,
    journal: {
      past: { events: [], alerts: [], lastId: 0, stoppedAt: 0 },
      follow() {},
      cleared() {},
      take: async (change: AlertChangeEntry) => void (change.kind === 'told' || changes.push(change)),
    } as unknown as EventJournal,
  });
  const start = agent.sampler.start();
  await clock.advance(120);
  await start;
  return { agent, clock, use, changes, alerts: () => agent.store.latest('alert').value as AlertEvent[] };
}

describe('the alert plugin', () => {
  it('shows an event in the tick in which it begins and ends, without any request', async () => {
    const { clock, use, alerts, agent } = await started();
    use.total = 95;
    await clock.advance(2000);
    expect(alerts()).toMatchObject([{ type: 'CPU_TOTAL', state: 'CRITICAL', end: -1 }]);
    const { sequence } = agent.store.latest('alert');
    await clock.advance(8000);
    expect(alerts()).toMatchObject([{ count: 5 }]);
    expect(agent.store.latest('alert').sequence).toBeGreaterThan(sequence);
    use.total = 10;
    await clock.advance(2000);
    expect(alerts()[0]?.end).toBeGreaterThan(0);
  });

  it('goes on showing the list when it is read again', async () => {
    const { clock, use, alerts } = await started();
    use.total = 95;
    await clock.advance(10_000);
    use.total = 10;
    await clock.advance(60_000);
    expect(alerts()).toHaveLength(1);
  });

  it('follows its section', async () => {
    const { clock, use, alerts } = await started({ alert: { max_events: '0' } });
    use.total = 95;
    await clock.advance(4000);
    expect(alerts()).toEqual([]);
  });

  it('is cleared at once', async () => {
    const { clock, use, alerts, agent } = await started();
    use.total = 95;
    await clock.advance(10_000);
    use.total = 10;
    await clock.advance(2000);
    agent.events?.clear('all');
    expect(alerts()).toEqual([]);
  });
});

describe('events', () => {
  it('are written to the journal', async () => {
    const { clock, use, changes } = await started();
    use.total = 75;
    await clock.advance(2000);
    use.total = 95;
    await clock.advance(2000);
    use.total = 10;
    await clock.advance(2000);
    expect(changes.map(({ kind, plugin, identity }) => [kind, plugin, identity])).toEqual([
      ['begin', 'cpu', null],
      ['level', 'cpu', null],
      ['end', 'cpu', null],
    ]);
  });

  it('keep heavy plugins awake whose log is on', async () => {
    const { clock, use, alerts, agent } = await started({ heavy: { busy_log: 'True' } });
    await clock.advance(40_000);
    expect(agent.sampler.states().find(({ name }) => name === 'heavy')?.state).toBe('ok');
    use.busy = 80;
    await clock.advance(2000);
    expect(alerts()).toMatchObject([{ type: 'HEAVY_BUSY', state: 'WARNING' }]);
  });

  it('leave other heavy plugins at rest', async () => {
    const { clock, agent } = await started();
    await clock.advance(40_000);
    expect(agent.sampler.states().find(({ name }) => name === 'heavy')?.state).toBe('paused');
  });

  it('do not exist without the alert plugin', async () => {
    const { clock, use, changes, agent } = await started({}, false);
    use.total = 95;
    await clock.advance(4000);
    expect([agent.events, changes]).toEqual([null, []]);
  });
});
