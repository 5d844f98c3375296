import { describe, expect, it } from 'vitest';
import { createApartCalls } from './apart-calls.ts';

/** Calls that were started, by path, each with the function that ends it. */
function rig() {
  let now = 0;
  const calls = createApartCalls({ monotonic: () => now });
  const started = new Map<string, () => void>();
  const call = (lane: string, path: string): Promise<void> =>
    calls.call(lane, path, () => new Promise<void>((resolve) => started.set(path, resolve)));
  return { calls, started, call, pass: (ms: number) => void (now += ms) };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('calls in the thread pool', () => {
  it('of one reader that hang leave threads for the others', () => {
    const { call, started } = rig();
    for (let file = 0; file < 20; file += 1) void call('sensors', `/sys/s${file}`);
    void call('gpus', '/sys/g');
    expect([...started.keys()]).toEqual(['/sys/s0', '/sys/s1', '/sys/s2', '/sys/s3', '/sys/g']);
  });

  it('of all devices that hang leave threads for tables', () => {
    const { call, started } = rig();
    for (const lane of ['a', 'b', 'c', 'd'])
      for (let file = 0; file < 4; file += 1) void call(lane, `/sys/${lane}${file}`);
    expect(started.size).toBe(8);
    for (const lane of ['e', 'f', 'g', 'h', 'i']) void call(lane, `/proc/${lane}`);
    expect([...started.keys()].slice(8)).toEqual(['/proc/e', '/proc/f', '/proc/g', '/proc/h']);
  });

  it('go on in turn when one ends, also with an error', async () => {
    const { calls, call, started } = rig();
    const failing = calls.call('one', '/sys/x', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    for (let file = 0; file < 5; file += 1) void call('one', `/sys/${file}`);
    expect(started.has('/sys/4')).toBe(false);
    started.get('/sys/2')?.();
    await settled();
    expect(started.has('/sys/4')).toBe(true);
    expect(calls.awaited('one')).toEqual(['/sys/0', '/sys/1', '/sys/3', '/sys/4']);
  });

  it('of a lane with many waiting let others have their turn', async () => {
    const { call, started } = rig();
    for (const lane of ['a', 'b'])
      for (let file = 0; file < 20; file += 1) void call(lane, `/sys/${lane}${file}`);
    void call('c', '/sys/c');
    const before = started.size;
    started.get('/sys/a0')?.();
    await settled();
    started.get('/sys/a1')?.();
    await settled();
    expect([...started.keys()].slice(before)).toEqual(['/sys/a4', '/sys/c']);
  });

  it('do not start once it is closed, so that the process can end', async () => {
    const { calls, call, started } = rig();
    for (let file = 0; file < 5; file += 1) void call('one', `/sys/${file}`);
    calls.close();
    void call('two', '/sys/late');
    for (const end of started.values()) end();
    await settled();
    expect([calls.pending(), started.size]).toEqual([[], 4]);
  });

  it('are said to hang after a second', () => {
    const { calls, call, pass } = rig();
    void call('one', '/sys/x');
    expect([calls.pending(), calls.hangs()]).toEqual([['/sys/x'], []]);
    pass(1001);
    expect(calls.hangs()).toEqual(['/sys/x']);
  });
});
