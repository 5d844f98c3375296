import { plain } from '../../core/said.ts';
import type { RawValues } from '../../net/agents/remote.ts';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { PLUGINS } from '../../../test/support/fake-agent.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { createRemote } from './remote-agent.ts';

/** A remote agent whose answers are set by the test. */
function remote(answers: (names: readonly string[]) => Readonly<Record<string, unknown>>) {
  const asked: string[][] = [];
  const clock = createFakeClock(0);
  const shown = createRemote({
    name: 'db1',
    registry: PLUGINS,
    clock,
    refresh: 2,
    remote: {
      plugins: ['cpu', 'fs', 'uptime', 'unknown'],
      async read(names) {
        asked.push([...names]);
        return new Map(Object.entries(answers(names))) as RawValues;
      },
    },
  });
  const value = (plugin: string) => shown.agent.store.latest(plugin).value;
  return { shown, clock, asked, value };
}

describe('createRemote', () => {
  it('shows the plugins that both know', async () => {
    const { shown, value, asked } = remote(() => ({
      cpu: { total: 1 },
      fs: [{ mnt_point: '/' }],
      uptime: '1:00:00',
    }));
    expect(shown.agent.plugins.map(({ name }) => name)).toEqual(['cpu', 'fs', 'uptime']);
    await shown.agent.sampler.touch(['cpu', 'fs', 'uptime', 'unknown']);
    expect(asked).toEqual([['cpu', 'fs', 'uptime']]);
    expect([value('cpu'), value('fs'), value('uptime'), shown.problem()]).toEqual([
      { total: 1 },
      [{ mnt_point: '/' }],
      '1:00:00',
      null,
    ]);
  });

  it('shows no number that is impossible, and says so', async () => {
    const { shown, value } = remote(() => ({
      cpu: { total: 1.8e19, user: 5 },
      fs: [{ mnt_point: '/', percent: -1 }],
    }));
    await shown.agent.sampler.touch(['cpu', 'fs']);
    expect([value('cpu'), value('fs')]).toMatchObject([
      { total: null, user: 5 },
      [{ mnt_point: '/', percent: null }],
    ]);
    expect(shown.agent.sampler.states()).toMatchObject([
      { name: 'cpu', state: 'ok', reason: expect.stringMatching(/^total reads .* impossible$/) as string },
      { name: 'fs', state: 'ok', reason: 'percent of / reads -1 %, which is impossible' },
      { name: 'uptime', reason: null },
    ]);
  });

  it('asks once for those who want it at the same time', async () => {
    const { shown, clock, asked } = remote(() => ({ cpu: {} }));
    const { sampler } = shown.agent;
    const first = sampler.touch(['cpu']);
    expect(sampler.touch(['cpu'])).toBe(first);
    await sampler.start();
    expect(sampler.touch(['cpu'])).toBeNull();
    await clock.advance(600);
    await sampler.touch(['cpu']);
    expect(asked).toHaveLength(2);
  });

  it.each<[string, string, unknown]>([
    ['a list where an object belongs', 'cpu', []],
    ['an object where a list belongs', 'fs', {}],
    ['items that are none', 'fs', [null, 1]],
    ['an object where a text belongs', 'uptime', { toString: 1 }],
    ['endless nesting', 'cpu', JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
  ])('takes no %s', async (_name, plugin, sent) => {
    const { shown, value } = remote(() => ({ [plugin]: sent }));
    const before = value(plugin);
    await shown.agent.sampler.touch([plugin]);
    expect(value(plugin)).toEqual(before);
    const state = shown.agent.sampler.states().find(({ name }) => name === plugin);
    expect(state).toMatchObject({ state: 'failing', reason: 'db1 sends values of another form.' });
    expect(shown.problem()).toBeNull();
  });

  it('says which plugin cannot be read', async () => {
    const { shown } = remote(() => ({ cpu: {}, fs: new RequestError('absent', 'db1:1 does not have it') }));
    await shown.agent.sampler.touch(['cpu', 'fs']);
    const states = shown.agent.sampler.states().map(({ name, state }) => [name, state]);
    expect(states).toEqual([
      ['cpu', 'ok'],
      ['fs', 'failing'],
      ['uptime', 'ok'],
    ]);
  });

  it('says why there is nothing to show, and that there is again', async () => {
    let isGone = true;
    const { shown, clock } = remote(() => {
      if (isGone) throw new RequestError('refused', 'connection refused by db1:61208');
      return { cpu: {} };
    });
    await shown.agent.sampler.touch(['cpu']);
    expect(plain(shown.problem() ?? '')).toBe(
      'db1 cannot be shown at present: connection refused by db1:61208.',
    );
    isGone = false;
    await clock.advance(600);
    await shown.agent.sampler.touch(['cpu']);
    expect(shown.problem()).toBeNull();
  });
});
