import { describe, expect, it, vi } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { defer, hostWith, isSettled } from '../../../test/support/sampling.ts';
import { counter, type Reading } from '../../core/fields.ts';
import {
  definePlugin,
  type MaybePromise,
  type ObjectPlugin,
  type PluginContext,
  Unsupported,
} from '../../core/plugin.ts';
import { createStore } from '../../core/store/store.ts';
import { createRunner, type RunnerSetup } from './runner.ts';

const fields = { n: counter('number', '') };
type Read = (context: PluginContext<Record<never, never>>) => MaybePromise<Reading<typeof fields> | null>;

const declared = { name: 'fake', description: '', shape: 'object', fields } as const;
type Declared = Partial<Pick<ObjectPlugin<typeof fields, Record<never, never>>, 'create' | 'deadline'>>;

function setUp(read: Read, extra: Declared = {}) {
  const clock = createFakeClock(50_000);
  const plugin = definePlugin({
    ...declared,
    create: (context) => ({ read: () => read(context) }),
    ...extra,
  });
  const store = createStore([plugin], 10);
  const onHealth = vi.fn<RunnerSetup['onHealth']>();
  const runner = createRunner({
    plugin,
    clock,
    store,
    meanSamples: 10,
    refreshSeconds: 2,
    context: {
      host: hostWith(clock),
      options: {},
      use: () => () => expect.unreachable(),
      instance: () => expect.unreachable(),
      again: () => {},
    },
    onHealth,
  });
  return { clock, store, onHealth, runner, value: () => store.latest('fake').value };
}

/** A function that gives one result after the other; errors are thrown. */
function sequence<T>(...results: (T | Error)[]): () => T {
  let next = 0;
  return () => {
    const result = results[next];
    next += 1;
    if (result instanceof Error) throw result;
    return result as T;
  };
}

describe('a read', () => {
  it('is done at once when the plugin is', () => {
    const { runner, value, store } = setUp(() => ({ n: 5 }));
    expect(runner.run(true)).toBeUndefined();
    expect(value()).toMatchObject({ n_gauge: 5, time_since_update: 2 });
    expect(store.latest('fake')).toMatchObject({ sequence: 1, time: 50_000 });
    expect(runner).toMatchObject({ health: 'ok', reason: null, startedAt: 0, busy: false });
  });

  it('may take its time', async () => {
    const pending = defer<{ n: number }>();
    const { runner, value, clock } = setUp(() => pending.promise);
    const done = runner.run(true);
    expect(runner.busy).toBe(true);
    await clock.advance(300);
    pending.resolve({ n: 5 });
    await done;
    expect(value()).toMatchObject({ n_gauge: 5 });
    expect(runner).toMatchObject({ busy: false, durationMs: 300, startedAt: 0 });
  });

  it('knows the time since the previous one that succeeded', async () => {
    const { runner, value, clock } = setUp(
      sequence<{ n: number }>({ n: 10 }, new Error('broken'), { n: 50 }),
    );
    for (const _ of [1, 2, 3]) {
      await runner.run(true);
      await clock.advance(4000);
    }
    expect(value()).toMatchObject({ n: 40, time_since_update: 8, n_rate_per_sec: 5 });
  });

  it('never says that no time has passed', () => {
    const { runner, value } = setUp(() => ({ n: 10 }));
    void runner.run(true);
    void runner.run(true);
    expect(value()).toMatchObject({ time_since_update: 0.001 });
  });

  it('is in the history only when it is meant to be', async () => {
    const { runner, store, clock } = setUp(sequence({ n: 1 }, { n: 3 }, { n: 7 }));
    void runner.run(false);
    await clock.advance(2000);
    void runner.run(false);
    await clock.advance(2000);
    void runner.run(true);
    expect(store.history('fake').points('n_rate_per_sec')).toEqual([[54_000, 2]]);
  });

  it('serves {} for null', () => {
    const { runner, value } = setUp(() => null);
    void runner.run(true);
    expect([value(), runner.health]).toEqual([{}, 'ok']);
  });
});

describe('a read that fails', () => {
  it.each<[string, (message: string) => Read]>([
    [
      'throws',
      (message) => () => {
        throw new Error(message);
      },
    ],
    ['rejects', (message) => () => Promise.reject(new Error(message))],
  ])('because it %s leaves the snapshot and says why', async (_, failing) => {
    let read: Read = () => ({ n: 5 });
    const { runner, store, onHealth } = setUp((context) => read(context));
    void runner.run(true);
    const before = store.latest('fake');
    read = failing('no permission to read /x');
    await runner.run(true);
    await runner.run(true);
    expect(store.latest('fake')).toBe(before);
    expect(runner).toMatchObject({ health: 'failing', reason: 'no permission to read /x', busy: false });
    expect(onHealth.mock.calls).toEqual([['fake', 'failing', 'no permission to read /x']]);
    read = () => ({ n: 6 });
    await runner.run(true);
    expect(runner).toMatchObject({ health: 'ok', reason: null });
    expect(onHealth).toHaveBeenLastCalledWith('fake', 'ok', null);
  });

  it('may throw anything', () => {
    const { runner } = setUp(() => {
      // oxlint-disable-next-line no-throw-literal
      throw 'text';
    });
    void runner.run(true);
    expect(runner).toMatchObject({ health: 'failing', reason: 'text' });
  });

  it('may fail to be created, and is created again', () => {
    const create = vi.fn(() => ({ read: () => ({ n: 1 }) }));
    create.mockImplementationOnce(() => {
      throw new Unsupported('no /dev/x');
    });
    const { runner } = setUp(() => null, { create });
    void runner.run(true);
    expect(runner).toMatchObject({ health: 'unsupported', reason: 'no /dev/x' });
    void runner.run(true);
    void runner.run(true);
    expect([runner.health, create.mock.calls.length]).toEqual(['ok', 2]);
  });
});

describe('an unsupported host', () => {
  it('has no snapshot', () => {
    const { runner, store } = setUp(sequence<null>(new Unsupported('no socket')));
    void runner.run(true);
    expect(store.latest('fake')).toMatchObject({ sequence: 0, value: {} });
    expect(runner).toMatchObject({ health: 'unsupported', reason: 'no socket', durationMs: null });
  });

  it('takes back what was served, once, when the thing has gone', () => {
    const gone = () => new Unsupported('no socket');
    const { runner, store, onHealth } = setUp(sequence<{ n: number }>({ n: 1 }, gone(), gone(), { n: 9 }));
    void runner.run(true);
    void runner.run(true);
    void runner.run(true);
    expect(store.latest('fake')).toMatchObject({ sequence: 2, value: {} });
    expect(onHealth.mock.calls).toEqual([['fake', 'unsupported', 'no socket']]);
    void runner.run(true);
    expect(store.latest('fake').value).toMatchObject({ n: 0, n_gauge: 9 });
  });
});

describe('a file that is absent', () => {
  const absent = (path: string): Error =>
    Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path });

  it('makes a plugin unsupported that never had it', () => {
    const { runner, store } = setUp(sequence<{ n: number }>(absent('/proc/x'), absent('/proc/x'), { n: 1 }));
    void runner.run(true);
    expect(runner).toMatchObject({
      health: 'unsupported',
      reason: expect.stringMatching(/^\/proc\/x does not exist/),
    });
    void runner.run(true);
    expect(store.latest('fake').sequence).toBe(0);
    void runner.run(true);
    expect(runner).toMatchObject({ health: 'ok', reason: null });
  });

  it('may be one that went while it was read; twice in a row, it has gone', () => {
    const { runner, value } = setUp(
      sequence<{ n: number }>(
        { n: 1 },
        absent('/proc/x'),
        { n: 2 },
        absent('/proc/x'),
        absent('/proc/y'),
        absent('/proc/y'),
      ),
    );
    const health = [1, 2, 3, 4, 5].map(() => {
      void runner.run(true);
      return runner.health;
    });
    expect(health).toEqual(['ok', 'failing', 'ok', 'failing', 'failing']);
    expect(value()).toMatchObject({ n_gauge: 2 });
    void runner.run(true);
    expect([runner.health, value()]).toEqual(['unsupported', {}]);
  });
});

describe('a read that hangs', () => {
  function hang() {
    const reads = [defer<{ n: number }>(), defer<{ n: number }>()];
    const read = vi.fn(() => (reads[read.mock.calls.length - 1] ?? defer<{ n: number }>()).promise);
    return { reads, read, ...setUp(read) };
  }

  it('counts as stalled after its deadline', async () => {
    const { runner, clock } = hang();
    const done = runner.run(true) as Promise<void>;
    await clock.advance(9999);
    expect([runner.health, await isSettled(done)]).toEqual(['ok', false]);
    await clock.advance(1);
    expect([runner.health, await isSettled(done)]).toEqual(['stalled', true]);
    expect(runner.reason).toBe('reading did not end within 10 s');
  });

  it('is not started again until it ends, and then goes on', async () => {
    const { runner, read, reads, clock, value } = hang();
    void runner.run(true);
    await clock.advance(10_000);
    expect(runner.run(true)).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(1);
    reads[0]?.resolve({ n: 1 });
    await clock.advance(1);
    expect(runner).toMatchObject({ busy: false, health: 'stalled' });
    expect(value()).toEqual({});
    reads[1]?.resolve({ n: 2 });
    await runner.run(true);
    expect(runner).toMatchObject({ busy: false, health: 'ok', reason: null });
    expect(value()).toMatchObject({ n_gauge: 2 });
  });

  it('may end in an error, which nobody hears', async () => {
    const { runner, reads, clock } = hang();
    void runner.run(true);
    await clock.advance(10_000);
    reads[0]?.reject(new Error('reset'));
    await clock.advance(1);
    expect(runner).toMatchObject({ busy: false, health: 'stalled' });
  });

  it('has the deadline that the plugin declares', async () => {
    const { promise } = defer<{ n: number }>();
    const { runner, clock } = setUp(() => promise, { deadline: 3 });
    void runner.run(true);
    await clock.advance(3000);
    expect(runner.reason).toBe('reading did not end within 3 s');
  });
});

describe('notices', () => {
  it('say what a working plugin lacks, after what keeps it from working, until it has it', () => {
    const says = sequence(['io', 'names'], new Error('broken'), ['io']);
    const { runner } = setUp(({ notice }) => {
      const lacking = says();
      for (const topic of ['io', 'names']) notice(topic, lacking.includes(topic) ? `no ${topic}` : null);
      return { n: 1 };
    });
    const reasons = [1, 2, 3].map(() => {
      void runner.run(true);
      return [runner.health, runner.reason];
    });
    expect(reasons).toEqual([
      ['ok', 'no io; no names'],
      ['failing', 'broken; no io; no names'],
      ['ok', 'no io'],
    ]);
    runner.notice('io', null);
    expect(runner.reason).toBeNull();
  });

  it('stand beside impossible values', () => {
    const { runner } = setUp(({ notice }) => {
      notice('io', 'no io');
      return { n: -1 };
    });
    void runner.run(true);
    expect([runner.health, runner.reason]).toEqual(['ok', 'n reads -1, which is impossible; no io']);
  });

  it('are bounded in number and length', () => {
    const { runner } = setUp(() => ({ n: 1 }));
    for (let topic = 0; topic < 100; topic += 1) runner.notice(String(topic), 'x'.repeat(5000));
    expect(runner.reason).toHaveLength(16 * 1000 + 15 * '; '.length);
    runner.notice('0', 'shorter');
    expect(runner.reason).toMatch(/^shorter; x/);
  });
});
