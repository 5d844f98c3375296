/** Ends of real Docker and Podman containers, as shown by the plugin containerstates. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMutex } from '../../src/core/mutex.ts';
import { createHost } from '../../src/measure/host/local-host.ts';
import { readersOn, type State } from '../support/container-rig.ts';
import {
  type ContainerEngines,
  ENGINE_PROGRAMS,
  type EngineName,
  startEngines,
} from '../support/live-engines.ts';
import { lacking } from '../support/live-tools.ts';

const missing = lacking('ends of containers', { root: true, programs: ENGINE_PROGRAMS, realClock: true });

/** A busy engine takes seconds to start a container. */
const PATIENCE = { timeout: 60_000, interval: 250 };
const SLEEP = 'sleep 1000';
const BRIEFLY = 'sleep 1; exit';
const ALONE = { host: { NetworkMode: 'none' } };
const ENGINES: EngineName[] = ['docker', 'podman'];

describe.skipIf(missing !== null)('ends of containers', () => {
  let engines: ContainerEngines;
  let read: () => Promise<State[]>;
  beforeAll(async () => {
    engines = await startEngines({ restoresLive: false });
    const host = createHost({
      env: { ...process.env, DOCKER_HOST: `unix://${engines.socket('docker')}`, XDG_RUNTIME_DIR: '' },
    });
    const readers = readersOn(host, { podman_sock: engines.socket('podman') });
    const inTurn = createMutex();
    read = () => inTurn(readers.states);
    await vi.waitFor(read, PATIENCE);
  });
  afterAll(() => engines?.stop());

  const until = (name: string, check: (state: State) => void): Promise<State> =>
    vi.waitFor(async () => {
      const state = (await read()).find((one) => one.name === name);
      if (state === undefined) throw new Error(`no ${name}`);
      check(state);
      return state;
    }, PATIENCE);

  const untilGone = (name: string): Promise<void> =>
    vi.waitFor(async () => {
      expect((await read()).map((state) => state.name)).not.toContain(name);
    }, PATIENCE);

  const run = (engine: EngineName, name: string, script: string, host: object = {}): Promise<string> =>
    engines.run(engine, name, script, { host: { ...ALONE.host, ...host } });

  // Concurrent, since they wait for engines.
  it.concurrent.each(ENGINES)('are told from each other in %s', async (engine) => {
    const named = (what: string): string => `${what}-${engine}`;
    await Promise.all([
      run(engine, named('crashes'), `${BRIEFLY} 3`),
      run(engine, named('finishes'), `${BRIEFLY} 0`),
      ...['stopped', 'killed', 'shot'].map((what) => run(engine, named(what), SLEEP)),
    ]);
    const listed = await until(named('shot'), ({ running }) => expect(running).toBe(true));
    expect(listed).toMatchObject({ known: true, ended: null, exit_code: null, reason: null, planned: null });
    // Nothing handles SIGTERM there, so the engine kills it.
    await Promise.all([
      engines.ask(engine, 'POST', `/containers/${named('stopped')}/stop?t=1`),
      engines.ask(engine, 'POST', `/containers/${named('killed')}/kill`),
    ]);
    const { State: inside } = await engines.ask<{ State: { Pid: number } }>(
      engine,
      'GET',
      `/containers/${named('shot')}/json`,
    );
    process.kill(inside.Pid, 'SIGKILL');
    const killed = { running: false, status: 'exited', exit_code: 137, reason: 'SIGKILL' };
    await until(named('stopped'), (state) => expect(state).toMatchObject({ ...killed, planned: true }));
    await until(named('killed'), (state) => expect(state).toMatchObject({ ...killed, planned: true }));
    await until(named('shot'), (state) => expect(state).toMatchObject({ ...killed, planned: false }));
    const crashed = await until(named('crashes'), ({ planned }) => expect(planned).toBe(false));
    expect(crashed).toMatchObject({ status: 'exited', exit_code: 3, reason: 'exit', restarts: 0 });
    expect((crashed.ended ?? 0) - (crashed.started ?? 0)).toBeLessThan(60);
    expect(Date.now() / 1000 - (crashed.ended ?? 0)).toBeLessThan(600);
    expect(await until(named('finishes'), ({ ended }) => expect(ended).not.toBeNull())).toMatchObject({
      exit_code: 0,
    });
    await engines.ask(engine, 'DELETE', `/containers/${named('crashes')}?force=1`);
    await untilGone(named('crashes'));
  });

  it.concurrent.each(ENGINES)('by lack of memory, and over and over, are seen in %s', async (engine) => {
    const [hungry, loop] = [`hungry-${engine}`, `loop-${engine}`];
    await run(engine, hungry, 'x=a; while :; do x=$x$x; done', { Memory: 16 << 20, MemorySwap: 16 << 20 });
    await run(engine, loop, 'sleep 0.3; exit 2', { RestartPolicy: { Name: 'always' } });
    await until(loop, ({ restarts }) => expect(restarts).toBeGreaterThanOrEqual(3));
    // Podman may refuse during a restart.
    await vi.waitFor(() => engines.ask(engine, 'DELETE', `/containers/${loop}?force=1`), PATIENCE);
    await untilGone(loop);
    // Engines do not report every OOM kill: Docker misses some, Podman 4.3 all with cgroup v1.
    await vi.waitFor(async () => {
      type Inspected = { State: { OOMKilled: boolean } };
      const { State: told } = await engines.ask<Inspected>(engine, 'GET', `/containers/${hungry}/json`);
      const reason = told.OOMKilled ? 'OOM' : 'SIGKILL';
      const ended = { exit_code: 137, planned: false, reason };
      expect((await read()).find(({ name }) => name === hungry)).toMatchObject(ended);
    }, PATIENCE);
  });

  it.concurrent('are those of sick containers not: checks that fail in a row are counted', async () => {
    const Healthcheck = { Test: ['CMD-SHELL', 'exit 1'], Interval: 1_000_000_000, Retries: 2 };
    await engines.run('docker', 'sick', SLEEP, { config: { Healthcheck }, ...ALONE });
    const state = await until('sick', ({ health }) => expect(health).toBe('unhealthy'));
    expect(state).toMatchObject({ status: 'unhealthy', running: true });
    expect(state.failing_streak).toBeGreaterThanOrEqual(2);
    // An engine that ends waits ten seconds for it.
    await engines.ask('docker', 'DELETE', '/containers/sick?force=1');
  });

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGKILL'])(
    'with the engine, ended by %s, are planned',
    async (signal) => {
      const [plain, always] = [`plain-${signal}`, `always-${signal}`];
      const brief = { StopTimeout: 1 };
      const restarting = { ...ALONE.host, RestartPolicy: { Name: 'always' } };
      await Promise.all([
        engines.run('docker', plain, SLEEP, { config: brief, ...ALONE }),
        engines.run('docker', always, SLEEP, { config: brief, host: restarting }),
      ]);
      await until(plain, ({ running }) => expect(running).toBe(true));
      await until(always, ({ running }) => expect(running).toBe(true));
      await engines.kill('docker', signal);
      await until(plain, ({ known }) => expect(known).toBe(false));
      await engines.start('docker');
      await until(plain, (state) =>
        expect(state).toMatchObject({ known: true, running: false, exit_code: 137, planned: true }),
      );
      await until(always, (state) =>
        expect(state).toMatchObject({ known: true, running: true, restarts: 0 }),
      );
    },
  );
});
