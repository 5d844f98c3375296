import { describe, expect, it } from 'vitest';
import { plugins as allPlugins } from '../../measure/plugins/index.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';

describe('/all', () => {
  it('holds every enabled plugin as it is served alone', async () => {
    const { ask, agent } = createFakeApi();
    const [status, all] = await ask('/all');
    expect(status).toBe(200);
    expect(all).toEqual(
      Object.fromEntries(agent.plugins.map(({ name }) => [name, agent.store.latest(name).value])),
    );
    expect(all).toMatchObject({ help: null, alert: [] });
    expect(Object.keys(all as object)).not.toContain('psutilversion');
  });

  it('leaves plugins beyond the published list out, unless they are asked for', async () => {
    const { createFakeAgent } = await import('../../../test/support/fake-agent.ts');
    const plugins = allPlugins.filter(({ name }) => ['load', 'pressure', 'units'].includes(name));
    const agent = createFakeAgent({ plugins });
    const { ask } = createFakeApi({ ...agent, sample: () => {} });
    const keys = async (path: string) => Object.keys((await ask(path))[1] as object);
    for (const path of ['/all', '/all/views', '/all/limits']) {
      expect(await keys(path)).toEqual(['load']);
      expect(await keys(`${path}?extra=true`)).toEqual(['load', 'pressure', 'units']);
      expect(await keys(`${path}?extra=false`)).toEqual(['load']);
    }
    expect((await ask('/pluginslist'))[1]).toEqual(['load']);
    expect((await ask('/pluginslist?extra=true'))[1]).toEqual(['load', 'pressure', 'units']);
    // Unrequested ones stay idle.
    expect(agent.wanted.filter((name) => name === 'units')).toHaveLength(2);
  });

  it('wants every plugin', async () => {
    const { ask, agent } = createFakeApi();
    await ask('/all');
    await ask('/all/views');
    const names = agent.plugins.map(({ name }) => name);
    expect(agent.wanted).toEqual([...names, ...names]);
  });

  it('follows every snapshot', async () => {
    const { ask, agent } = createFakeApi();
    await ask('/all');
    agent.sample('uptime', '2 days, 0:00:00');
    expect((await ask('/all'))[1]).toMatchObject({ uptime: '2 days, 0:00:00' });
  });

  it('views are those of each plugin', async () => {
    const { ask, agent } = createFakeApi();
    const views = await Promise.all(
      agent.plugins.map(async ({ name }) => [name, (await ask(`/${name}/views`))[1]]),
    );
    expect(await ask('/all/views')).toEqual([200, Object.fromEntries(views)]);
  });

  it('limits are those of each plugin', async () => {
    const { ask, agent } = createFakeApi();
    expect(await ask('/all/limits')).toEqual([
      200,
      {
        ...Object.fromEntries(agent.plugins.map(({ name }) => [name, agent.levels.limitsOf(name)])),
        psutilversion: { history_size: 1200, psutilversion_disable: ['False'] },
      },
    ]);
  });

  it('is an empty object without plugins', async () => {
    const { createFakeAgent } = await import('../../../test/support/fake-agent.ts');
    const agent = createFakeAgent({ plugins: [] });
    const { ask } = createFakeApi({ ...agent, sample: () => {} });
    expect(await ask('/all')).toEqual([200, {}]);
    expect(await ask('/pluginslist')).toEqual([200, []]);
  });
});
