import { describe, expect, it, vi } from 'vitest';
import { DOCKER, type State, setUp } from '../../../../test/support/container-rig.ts';
import {
  dockerContainer,
  type FakeContainer,
  idOf,
  serveEngine,
} from '../../../../test/support/fake-docker.ts';
import { SETTLE_MS } from './endings.ts';

type Rig = ReturnType<typeof setUp>;

/** Limit of requests that the test lets time out; others take a few milliseconds. */
const SHORT_MS = 500;
const ENDED = { Status: 'exited', StartedAt: '2026-01-30T08:00:01Z', FinishedAt: '2026-01-30T09:00:00Z' };

/** A container as Docker describes it, with this state and these further details. */
const container = (name: string, state: object = {}, more: object = {}): FakeContainer => {
  const made = dockerContainer(name);
  const State = { ...(made.details?.['State'] as object), ...state } as { Status: string };
  return {
    listed: { ...made.listed, State: State.Status },
    details: { ...made.details, State, ...more },
  };
};

const ended = (name: string, state: object = {}, more: object = {}): FakeContainer =>
  container(name, { ...ENDED, ...state }, more);

async function eventually(rig: Rig, check: (states: State[]) => void): Promise<void> {
  await vi.waitFor(
    async () => {
      await rig.later(1000);
      check(await rig.states());
    },
    { interval: 5 },
  );
}

const lifeEvent = ({ host }: Rig, Action: string, name: string, Attributes: object = {}) => ({
  Type: 'container',
  Action,
  Actor: { ID: idOf(name), Attributes },
  timeNano: host.clock.now() * 1e6,
});

async function followed(rig: Rig, containers: FakeContainer[]) {
  const engine = await serveEngine(rig.at(DOCKER));
  engine.containers = containers;
  await rig.states();
  await eventually(rig, () => expect(engine.followers().events).toBe(1));
  // Earlier events are expected at the beginning.
  await rig.later(4000);
  return engine;
}

describe('containerstates', () => {
  it('lists what runs and what has ended, with the reason, and not what never ran', async () => {
    const rig = setUp({}, { alias: 'web:Shop', hide: 'hidden' });
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [
      container('web', { Health: { Status: 'healthy', FailingStreak: 0 } }, { RestartCount: 2 }),
      ended('crashed', { ExitCode: 3 }),
      ended('hungry', { ExitCode: 137, OOMKilled: true, FinishedAt: '2026-01-30T10:00:00Z' }),
      ended('shot', { ExitCode: 139, Health: { Status: 'unhealthy', FailingStreak: 9 } }),
      ended('job', { ExitCode: 1 }, { HostConfig: { AutoRemove: true } }),
      container('made', { Status: 'created', StartedAt: '', FinishedAt: '0001-01-01T00:00:00Z' }),
      ended('hidden'),
    ];
    const seconds = (time: string): number => Date.parse(time) / 1000;
    expect(await rig.states()).toMatchObject([
      {
        name: 'web',
        alias: 'Shop',
        status: 'healthy',
        running: true,
        known: true,
        restarts: 2,
        started: seconds('2026-01-30T08:00:01Z'),
        ended: null,
        exit_code: null,
        reason: null,
        planned: null,
        health: 'healthy',
        failing_streak: 0,
      },
      { name: 'hungry', running: false, reason: 'OOM', ended: seconds('2026-01-30T10:00:00Z') },
      { name: 'crashed', status: 'exited', exit_code: 3, reason: 'exit', planned: null },
      { name: 'shot', exit_code: 139, reason: 'SIGSEGV', health: null, failing_streak: null },
      { name: 'job', exit_code: 1, planned: true },
    ]);
    expect((await rig.read()).map(({ name }) => name)).toEqual(['web']);
  });

  it('lists the hundred that ended last', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = Array.from({ length: 120 }, (_, index) =>
      ended(`job-${index}`, { FinishedAt: new Date(Date.UTC(2026, 0, 30, 9, 0, index)).toISOString() }),
    );
    await eventually(rig, (states) => {
      expect(states).toHaveLength(100);
      expect([states[0]?.name, states[99]?.name]).toEqual(['job-119', 'job-20']);
    });
  });

  it('is read soon after an event although nobody asks, and again once all is known', async () => {
    const rig = setUp();
    const engine = await followed(rig, [container('web')]);
    await rig.later(60_000);
    rig.asked.length = 0;
    engine.asked.length = 0;
    engine.containers = [ended('web', { ExitCode: 1 })];
    engine.emit(lifeEvent(rig, 'die', 'web'));
    await vi.waitFor(async () => {
      await rig.later(60);
      expect(rig.asked).toEqual([0]);
    });
    expect(engine.asked).toEqual(['/containers/json?all=1', `/containers/${idOf('web')}/json`]);
    expect(await rig.states()).toMatchObject([{ name: 'web', exit_code: 1, planned: null }]);
    await rig.later(SETTLE_MS);
    expect(rig.asked).toEqual([0, 0]);
    expect(await rig.states()).toMatchObject([{ name: 'web', planned: false }]);
  });

  it('asks an engine nothing while nobody asks and no container starts or ends', async () => {
    const rig = setUp();
    const engine = await followed(rig, [container('web'), container('db')]);
    await rig.later(16_000);
    engine.asked.length = 0;
    rig.asked.length = 0;
    for (const action of ['exec_create: x', 'exec_die', 'health_status', 'pause', 'rename', 'cleanup'])
      engine.emit(lifeEvent(rig, action, 'web'));
    await rig.later(20_000);
    await rig.later(20_000);
    expect([engine.asked, rig.asked]).toEqual([[], []]);
  });

  it('lists a container that ends over and over every ten seconds while nobody asks', async () => {
    const rig = setUp();
    const engine = await followed(rig, [container('web')]);
    await rig.later(60_000);
    engine.asked.length = 0;
    for (let second = 0; second < 30; second += 1) {
      engine.emit(lifeEvent(rig, 'die', 'web'));
      engine.emit(lifeEvent(rig, 'start', 'web'));
      await rig.later(1000);
    }
    const lists = engine.asked.filter((path) => path.startsWith('/containers/json'));
    expect(lists.length).toBeGreaterThanOrEqual(3);
    expect(lists.length).toBeLessThanOrEqual(4);
  });

  it('asks for the events of a gap, which say that an end in it was planned', async () => {
    const rig = setUp();
    const engine = await followed(rig, [container('web'), container('db')]);
    const gapAt = Math.floor(rig.host.clock.now() / 1000);
    engine.emit(lifeEvent(rig, 'pause', 'web'));
    await rig.later(0);
    // As an engine that repeats events since the requested moment.
    engine.intercept = (path) => {
      if (path.startsWith('/events'))
        setTimeout(() => {
          engine.emit(lifeEvent(rig, 'kill', 'web', { signal: '15' }));
          engine.emit(lifeEvent(rig, 'die', 'web'));
          engine.emit(lifeEvent(rig, 'die', 'db'));
        });
      return false;
    };
    engine.containers = [ended('web', { ExitCode: 137 }), ended('db', { ExitCode: 137 })];
    engine.drop();
    await eventually(rig, (states) =>
      expect(states.map(({ name, planned }) => [name, planned])).toEqual([
        ['web', true],
        ['db', false],
      ]),
    );
    expect(engine.asked.findLast((path) => path.startsWith('/events'))).toContain(`since=${gapAt}&`);
  });

  it('asks for events again where an engine was too busy to send them', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [container('web')];
    engine.intercept = (path, response) => path.startsWith('/events') && (response.end(), true);
    await rig.states();
    await vi.waitFor(() => expect(engine.asked.some((path) => path.startsWith('/events'))).toBe(true));
    await rig.later(0);
    engine.intercept = () => false;
    await rig.later(60_000);
    await vi.waitFor(() => expect(engine.followers().events).toBe(1));
  });

  it('asks again for a container whose health checks go on to fail', async () => {
    const rig = setUp();
    const engine = await followed(rig, [
      container('web', { Health: { Status: 'unhealthy', FailingStreak: 1 } }),
    ]);
    engine.containers = [container('web', { Health: { Status: 'unhealthy', FailingStreak: 4 } })];
    await rig.later(60_000);
    await eventually(rig, (states) => expect(states).toMatchObject([{ failing_streak: 4 }]));
  });

  it('takes no container for gone that an engine has not described yet, after a start or a gap', async () => {
    const rig = setUp({}, {}, SHORT_MS);
    const engine = await serveEngine(rig.at(DOCKER));
    engine.containers = [container('web'), ended('db', { ExitCode: 1 })];
    const isOfDb = (path: string): boolean => path === `/containers/${idOf('db')}/json`;
    engine.intercept = isOfDb;
    const reading = expect(rig.states()).rejects.toThrow('an engine has not described its containers yet');
    await vi.waitFor(() => expect(engine.asked.some(isOfDb)).toBe(true));
    await rig.later(400);
    await reading;
    expect((await rig.read()).map(({ name }) => name)).toEqual(['web']);
    // The request times out, and the next one is answered.
    engine.intercept = () => false;
    await rig.later(61_000);
    await eventually(rig, (states) => expect(states.map(({ name }) => name)).toEqual(['web', 'db']));
    engine.intercept = isOfDb;
    engine.asked.length = 0;
    engine.drop();
    await vi.waitFor(async () => {
      await rig.later(1000);
      expect((await rig.states()).map(({ name }) => name)).toEqual(['web', 'db']);
      expect(engine.asked.some(isOfDb)).toBe(true);
    });
    expect((await rig.states()).map(({ name }) => name)).toEqual(['web', 'db']);
  });

  it('fails where the only engine answers with errors, and keeps its last value', async () => {
    const rig = setUp();
    const engine = await serveEngine(rig.at(DOCKER));
    engine.intercept = (_, response) => ((response.statusCode = 500), response.end('{}'), true);
    await vi.waitFor(async () => {
      await rig.later(1000);
      await expect(rig.states()).rejects.toThrow('docker.sock answered with status 500');
    });
  });

  it('remembers the containers of an engine that is gone for a day, until it lists them again', async () => {
    const rig = setUp();
    const engine = await followed(rig, [container('web'), ended('old', { ExitCode: 1 })]);
    await engine.stop();
    const remembered = [
      { name: 'web', running: true, known: false },
      { name: 'old', running: false, known: false, exit_code: 1 },
    ];
    expect(await rig.states()).toMatchObject(remembered);
    await expect(rig.read()).rejects.toThrow('no container engine found');
    await rig.later(80_000_000);
    expect(await rig.states()).toMatchObject(remembered);
    const next = await serveEngine(rig.at(DOCKER));
    next.containers = [container('web')];
    await eventually(rig, (states) => expect(states).toMatchObject([{ name: 'web', known: true }]));
    await next.stop();
    await rig.states();
    await rig.later(86_500_000);
    await expect(rig.states()).rejects.toThrow('no container engine found');
  });
});
