import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import type { NvmlApi } from './api.ts';
import { findNvml } from './find-library.ts';
import { createNvml, type NvmlSetup } from './nvml.ts';

const CARD = {
  name: 'NVIDIA GeForce RTX 3080',
  memoryUsed: 4_445_962_240,
  memoryTotal: 10_737_418_240,
  utilization: 17,
  temperature: 54,
  fanSpeed: 30,
  problem: null,
};
const ok = <T>(value: T) => Promise.resolve({ code: 0, value });
const failed = <T>(code: number, value: T) => Promise.resolve({ code, value });

/** The card of the specification, as many times as `count` says. */
function fakeApi(changes: Partial<NvmlApi> = {}, calls: string[] = []): NvmlApi {
  return {
    init: () => {
      calls.push('init');
      return Promise.resolve(0);
    },
    shutdown: () => {
      calls.push('shutdown');
      return Promise.resolve(0);
    },
    count: () => ok(1),
    device: (index) => ok(BigInt(index)),
    name: () => ok(CARD.name),
    memory: () => ok({ total: CARD.memoryTotal, used: CARD.memoryUsed }),
    utilization: () => ok(CARD.utilization),
    temperature: () => ok(CARD.temperature),
    fanSpeed: () => ok(CARD.fanSpeed),
    ...changes,
  };
}

function creating(changes: Partial<NvmlApi> = {}, setup: Partial<NvmlSetup> = {}) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const bind = (path: string) => {
    calls.push(path);
    return Promise.resolve(fakeApi(changes, calls));
  };
  return { ...createNvml({ clock, find: () => 'lib', bind, ...setup }), clock, calls };
}

describe('NVML', () => {
  it('is loaded and started once, when it is first asked for', async () => {
    const nvml = creating();
    expect(nvml.calls).toEqual([]);
    expect(await nvml.read(1000)).toEqual({ state: 'ok', cards: [CARD] });
    expect(await nvml.read(1000)).toEqual({ state: 'ok', cards: [CARD] });
    expect(nvml.calls).toEqual(['lib', 'init']);
  });

  it('gives null for what a card does not support, and the rest', async () => {
    const nvml = creating({ utilization: () => failed(3, 0), fanSpeed: () => failed(3, 77) });
    expect(await nvml.read(1000)).toEqual({
      state: 'ok',
      cards: [{ ...CARD, utilization: null, fanSpeed: null }],
    });
  });

  it('shows the other cards when one is lost', async () => {
    const nvml = creating({
      count: () => ok(3),
      device: (index) => (index === 1 ? failed(15, 0n) : ok(BigInt(index))),
      memory: (device) => (device === 2n ? failed(16, { total: 0, used: 0 }) : ok({ total: 4, used: 1 })),
    });
    const answer = await nvml.read(1000);
    expect(answer.state === 'ok' && answer.cards).toMatchObject([
      { name: CARD.name, memoryTotal: 4, problem: null },
      { name: null, memoryTotal: null, problem: expect.stringContaining('GPU is lost') as string },
      { name: CARD.name, memoryTotal: null, problem: expect.stringContaining('must be reset') as string },
    ]);
  });

  it.each([
    [4, 'no permission to use /dev/nvidiactl'],
    [9, 'driver is not loaded'],
    [18, 'version mismatch'],
    [999, 'error 999'],
  ])('says what init refused with %i, and tries again half a minute later', async (code, words) => {
    const codes = [code, 0];
    const nvml = creating({ init: () => Promise.resolve(codes.shift() ?? 0) });
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await nvml.read(1000)).toEqual({
        state: 'refused',
        reason: expect.stringContaining(words) as string,
      });
    await nvml.clock.advance(30_000);
    expect(await nvml.read(1000)).toMatchObject({ state: 'ok' });
  });

  it('starts anew when the driver was unloaded meanwhile', async () => {
    let loaded = true;
    const nvml = creating({ count: () => (loaded ? ok(1) : failed(9, 0)) });
    await nvml.read(1000);
    loaded = false;
    expect(await nvml.read(1000)).toMatchObject({ state: 'refused' });
    loaded = true;
    await nvml.clock.advance(30_000);
    expect(await nvml.read(1000)).toMatchObject({ state: 'ok' });
    expect(nvml.calls).toEqual(['lib', 'init', 'shutdown', 'init']);
  });

  it('is absent without the library, and found once it is installed', async () => {
    let path: string | null = null;
    const nvml = creating({}, { find: () => path });
    expect(await nvml.read(1000)).toEqual({ state: 'absent', reason: 'libnvidia-ml.so.1 is not installed' });
    path = 'lib';
    expect(await nvml.read(1000)).toMatchObject({ state: 'absent' });
    await nvml.clock.advance(30_000);
    expect(await nvml.read(1000)).toMatchObject({ state: 'ok' });
  });

  it('is unusable where it cannot be loaded', async () => {
    const nvml = creating({}, { bind: () => Promise.reject(new Error("Cannot find package 'koffi'\nat …")) });
    expect(await nvml.read(1000)).toEqual({
      state: 'unusable',
      reason: "libnvidia-ml.so.1 cannot be used: Cannot find package 'koffi'",
    });
  });

  it('times out when it hangs, not asked again, and back when it answers', async () => {
    let answer: (code: number) => void = () => {};
    let started = 0;
    const nvml = creating({
      init: () => {
        started += 1;
        return new Promise((resolve) => (answer = resolve));
      },
    });
    const first = nvml.read(1000);
    const beside = nvml.read(1000);
    expect([nvml.pending(), nvml.hangs()]).toEqual([['the NVIDIA driver'], []]);
    await nvml.clock.advance(1000);
    const late = { state: 'late', reason: 'the NVIDIA driver has not answered for 1 s' };
    expect(await Promise.all([first, beside])).toEqual([late, late]);
    await nvml.clock.advance(9000);
    expect(await nvml.read(1000)).toMatchObject({ reason: expect.stringContaining('10 s') as string });
    expect([nvml.pending(), nvml.hangs()]).toEqual([['the NVIDIA driver'], ['the NVIDIA driver']]);
    expect(started).toBe(1);
    answer(0);
    await nvml.clock.advance(0);
    expect(await nvml.read(1000)).toMatchObject({ state: 'ok' });
    expect(nvml.pending()).toEqual([]);
  });
});

describe('findNvml', () => {
  it('goes by LD_LIBRARY_PATH, then the list of the linker, then known folders', () => {
    const folder = temporaryTree({
      'cache-with': 'x\0libnvidia-ml.so.1\0/usr/lib/x',
      'cache-without': 'libc',
      'own/libnvidia-ml.so.1': '',
      'known/libnvidia-ml.so.1': '',
    });
    const [own, known] = [`${folder}/own`, `${folder}/known`];
    const listed = `${folder}/cache-with`;
    const env = { LD_LIBRARY_PATH: `:relative:${folder}/none:${own}` };
    expect(findNvml(env, listed, [known])).toBe(`${own}/libnvidia-ml.so.1`);
    expect(findNvml({}, listed, [known])).toBe('libnvidia-ml.so.1');
    expect(findNvml({}, `${folder}/cache-without`, [known])).toBe(`${known}/libnvidia-ml.so.1`);
    expect(findNvml({}, `${folder}/none`, [`${folder}/none`])).toBeNull();
  });
});
