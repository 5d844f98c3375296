import { type Said, verbatim } from '../../../core/said.ts';
import * as fc from 'fast-check';
import type { Alert } from '../../../core/alert.ts';
import type { Json, PluginValue } from '../../../core/served.ts';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../test/support/full-run.ts';
import { playHost } from '../../../../test/support/recorded-agent.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { showOn } from '../../../../test/support/recorded-terminal.ts';
import { emptyValue, type Plugin } from '../../../core/plugin.ts';
import { plugins } from '../../../measure/plugins/index.ts';
import { decodeValue } from '../../../net/agents/values/decode.ts';
import { remoteVerdictIn } from './remote-verdict.ts';
import { createRemoteSubject, forecastsIn, type PolledAgent, type RemoteSetup } from './remote.ts';

/** As `/api/verdict` answers it. */
const verdictOf = (alerts: readonly Json[], rules = 0): Json =>
  JSON.parse(
    `{"state":"alerts","level":null,"sentence":"","counts":{"critical":0,"warning":0,"careful":0,"silenced":0},"alerts":${JSON.stringify(alerts)},"notifies":false,"rules":${rules}}`,
  ) as Json;
const alertOf = (one: Partial<Alert>): Json => {
  const none = '"id":"x","level":"WARNING","type":"X","plugin":"x","subject":"x","sentence":"","link":""';
  return { ...JSON.parse(`{${none}}`), ...one } as Json;
};

/** An agent with the test's replies, decoded like any agent's. */
function polled(valueOf: (plugin: Plugin) => Json): PolledAgent & { time: number } {
  const decoded = (plugin: Plugin): PluginValue => decodeValue(plugin, valueOf(plugin)) ?? emptyValue(plugin);
  const agent = {
    time: 1000,
    plugins,
    store: {
      latest: (name: string) => ({
        time: agent.time,
        value: decoded(plugins.find((plugin) => plugin.name === name) as Plugin),
      }),
    },
    sampler: { start: async () => {}, touch: async () => {}, states: () => [] },
  };
  return agent;
}

const NOTHING_MORE = { past: null, forecasts: null, explain: null, verdict: null, silence: null };

async function show(
  agent: PolledAgent,
  setup: Partial<RemoteSetup> = {},
  problem: () => Said | null = () => null,
) {
  const clock = createFakeClock();
  const limits = (): Promise<Json> => Promise.reject(new Error('nobody tells'));
  const source = createRemoteSubject({
    agent,
    clock,
    refresh: 2,
    problem,
    limits,
    ...NOTHING_MORE,
    ...setup,
  });
  const shown = showOn(source, { width: 120, height: 40 });
  await source.start();
  await clock.advance(1);
  return { ...shown, source, clock };
}

describe('another machine', () => {
  it('is shown like this one, and its history begins with the screen', async () => {
    const { agent } = await playHost('small-vm');
    const remote = polled(({ name }) => agent.store.latest(name).value);
    const { screen, source, clock } = await show(remote);
    expect(screen()).toMatch(/CPU 2 cores +99.8 %/);
    expect(screen()).toContain('cat /dev/zero');
    expect(screen()).toContain('◆ CPU at 99.8 % for 0 s');
    remote.time = 3000;
    await clock.advance(2000);
    expect(source.recent('cpu', 'total', 10)).toEqual([99.8, 99.8]);
    expect(source.describe('cpu', 'total')).toEqual({ field: 'total', item: null, unit: 'percent' });
    source.stop();
  });

  it('has the list of alerts that it serves, in units of this screen, and the derived one without that', async () => {
    const { agent } = await playHost('small-vm');
    const remote = polled(({ name }) => agent.store.latest(name).value);
    const alert = alertOf({
      type: 'PORT_DOWN_PORT_1',
      kind: 'PORT_DOWN',
      plugin: 'checks',
      item: 'port_1',
      sentence: 'db:5432 has been down',
      parent: 'eth0 has lost its network link',
    });
    let served = verdictOf([alert, null, 'x']);
    const { screen, clock, source } = await show(remote, { verdict: async () => served });
    await clock.advance(2000);
    expect(screen()).toContain('db:5432 has been down (silenced: eth0 has lost its network link)');
    served = { state: 'ok', alerts: 'none' };
    await clock.advance(4000);
    expect(screen()).toContain('◆ CPU at 99.8 %');
    source.stop();
  });

  it('follows its silences and changed thresholds within one sample', async () => {
    const { agent } = await playHost('small-vm');
    const remote = polled(({ name }) => agent.store.latest(name).value);
    let served = verdictOf([]);
    let isHigh = false;
    const limits = async () => ({ cpu: { cpu_total_critical: isHigh ? 100 : 90 } });
    const { screen, clock, source } = await show(remote, { verdict: async () => served, limits });
    await clock.advance(2000);
    expect(screen()).toContain('◆ CPU');
    served = verdictOf([alertOf({ type: 'CPU_TOTAL', level: 'CRITICAL', silenced: true })]);
    await clock.advance(2000);
    expect(screen()).not.toContain('◆ CPU');
    served = verdictOf([]);
    await clock.advance(2000);
    expect(screen()).toContain('◆ CPU');
    [isHigh, served] = [true, verdictOf([], 1)];
    await clock.advance(4000);
    expect(screen()).not.toContain('◆ CPU');
    source.stop();
  });

  it.each([[null], [{}], [{ state: 'ok', alerts: 7 }], [[]]])('takes %j for no list of alerts', (answer) => {
    expect(remoteVerdictIn(answer)).toBeNull();
  });

  it('silences an alert after a question, and says what came of it', async () => {
    const { agent } = await playHost('small-vm');
    const remote = polled(({ name }) => agent.store.latest(name).value);
    const one = (type: string, silenced: boolean) => alertOf({ type, sentence: `${type} is bad`, silenced });
    let silenced = false;
    let refusal: string | null = null;
    const asked: unknown[] = [];
    const setup = {
      verdict: async () => verdictOf([one('CPU_TOTAL', true), one('MEM', silenced), one('LOAD', false)]),
      async silence(body: unknown) {
        asked.push(body);
        if (refusal !== null) throw new Error(refusal);
        silenced = true;
      },
    };
    const { press, screen, clock, source } = await show(remote, setup);
    await clock.advance(2000);
    expect(press('Z')).toContain('Silence MEM is bad? a: until it ends, h: 1 hour, d: 1 day, n: next');
    press('x');
    expect(asked).toEqual([]);
    press('Z', 'a');
    await clock.advance(1);
    expect(asked).toEqual([{ type: 'MEM', until: null }]);
    expect(screen()).toContain('MEM is silenced until it ends.');
    // No mark of a level.
    expect(screen()).toMatch(/^(?:Alerts)? +MEM is bad \(silenced\)$/m);
    expect(press('Z')).toContain('Silence LOAD is bad? a: until it ends, h: 1 hour, d: 1 day, any');
    refusal = 'db1 refuses: Alerts are silenced only where a password is set';
    press('h');
    await clock.advance(1);
    expect(asked[1]).toEqual({ type: 'LOAD', until: clock.now() - 1 + 3_600_000 });
    expect(screen()).toContain(
      'Not silenced: db1 refuses: Alerts are silenced only where a password is set.',
    );
    source.stop();
  });

  it('without silences says where they are', async () => {
    const { agent } = await playHost('small-vm');
    const { press, source } = await show(polled(({ name }) => agent.store.latest(name).value));
    expect(press('Z')).toContain('Alerts are silenced on the agent that notifies');
    source.stop();
  });

  it('is judged by its own thresholds', async () => {
    const { agent } = await playHost('small-vm');
    const remote = polled(({ name }) => agent.store.latest(name).value);
    const limits = async () => ({ cpu: { cpu_total_careful: 99.9, odd: { a: 1 } }, mem: 7, load: null });
    const { screen, clock, source } = await show(remote, { limits });
    expect(source.judge('cpu').find(({ field }) => field === 'total')?.level).toBe('OK');
    remote.time = 3000;
    await clock.advance(2000);
    expect(screen()).not.toContain('CPU total 99.8 %');
    expect(source.limits('processlist')).toMatchObject({ processlist_cpu_careful: 50 });
    source.stop();
  });

  it('has its forecasts, and asks for them every ten minutes', async () => {
    const { agent } = await playHost('small-vm');
    const remote = polled(({ name }) => agent.store.latest(name).value);
    let asked = 0;
    const days = (count: number): number => Date.UTC(2026, 0, 1) + count * 86_400_000;
    const forecast = { kind: 'fs', subject: '/', from: days(9.5), to: days(13.5) };
    const forecasts = async () => {
      asked += 1;
      return { forecasts: [forecast, null, 7, { ...forecast, from: '' }, { ...forecast, kind: 'x' }] };
    };
    const { screen, clock, source } = await show(remote, { forecasts });
    expect(source.forecasts()).toEqual([forecast]);
    await clock.advance(2000);
    expect(screen()).toMatch(/\/ full in 9–14 d +\d/);
    clock.skip(8000);
    await clock.advance(2000);
    expect(asked).toBe(1);
    clock.skip(590_000);
    await clock.advance(2000);
    expect(asked).toBe(2);
    source.stop();
  });

  it.each([null, [], { forecasts: 7 }, 'x'])('may answer %j when asked for forecasts', (answer) => {
    expect(forecastsIn(answer)?.forecasts ?? []).toEqual([]);
  });

  it('says why it cannot be shown', async () => {
    const { screen } = await show(
      polled(() => null),
      {},
      () => verbatim('db1 cannot be shown at present: it does not answer.'),
    );
    expect(screen()).toContain('db1 cannot be shown at present');
  });

  it('may send anything', async () => {
    await fc.assert(
      fc.asyncProperty(fc.func(fc.jsonValue()), fc.array(fc.jsonValue()), async (some, list) => {
        const keyed = (plugin: Plugin): Json =>
          plugin.shape === 'list' && plugin.key !== null
            ? list.map((value) => ({
                [plugin.key as string]: 'x',
                name: value,
                value,
                status: value,
                percent: value,
              }))
            : some(plugin.name);
        const { screen, press, source } = await show(polled(keyed));
        expect(screen().split('\n')).toHaveLength(41);
        press('j', 'D', 'V', 'V', '?', 'escape', 'X');
        source.stop();
      }),
      { numRuns: tries(8) },
    );
  });
});

describe('decodeValue', () => {
  const cpu = plugins.find(({ name }) => name === 'cpu') as Plugin;
  const network = plugins.find(({ name }) => name === 'network') as Plugin;

  it.each([
    [cpu, { total: 5, user: '5', idle: null }, { total: 5, idle: null }],
    [cpu, { constructor: 'x', toString: {}, total: 5 }, { constructor: 'x', toString: {}, total: 5 }],
    [cpu, [1], undefined],
    [network, [{ interface_name: 'eth0', alias: 5 }, {}], [{ interface_name: 'eth0' }]],
    [network, [{ interface_name: 'eth0' }, 5], undefined],
    [network, 'x', undefined],
  ])('%# leaves out what is of another form', (plugin, value, expected) => {
    expect(decodeValue(plugin, value)).toEqual(expected);
  });
});
