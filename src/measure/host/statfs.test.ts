import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { createCapacityReader, type RawCapacity } from './statfs.ts';

const RAW = { bsize: 4096, blocks: 100, bfree: 50, bavail: 40, files: 9, ffree: 8 };
const CAPACITY = {
  blockSize: 4096,
  blocks: 100,
  blocksFree: 50,
  blocksAvailable: 40,
  files: 9,
  filesFree: 8,
};

/** A reader whose file systems below /dead hang until `revive`. */
function createReader() {
  const clock = createFakeClock();
  const asked: string[] = [];
  const dead = new Map<string, (raw: RawCapacity) => void>();
  const ask = (path: string): Promise<RawCapacity> => {
    asked.push(path);
    if (path === '/none') return Promise.reject(new Error('ENOENT'));
    if (!path.startsWith('/dead')) return Promise.resolve(RAW);
    return new Promise((resolve) => {
      dead.set(path, resolve);
    });
  };
  const reader = createCapacityReader(ask, clock);
  return { ...reader, clock, asked, revive: (path: string) => dead.get(path)?.(RAW) };
}

/** The outcome as text, so rejections are never unhandled. */
function outcome(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'answered',
    (error: Error) => error.message,
  );
}

describe('statfs', () => {
  it('gives the capacity, in fragments where Node knows their size', async () => {
    const { statfs } = createReader();
    expect(await statfs('/', 1000)).toEqual(CAPACITY);
    const clock = createFakeClock();
    const fragments = createCapacityReader(async () => ({ ...RAW, bsize: 1_048_576, frsize: 4096 }), clock);
    expect(await fragments.statfs('/', 1000)).toEqual(CAPACITY);
  });

  it('passes on an error, and asks anew the next time', async () => {
    const { statfs, hangs, asked } = createReader();
    expect(await outcome(statfs('/none', 1000))).toBe('ENOENT');
    expect(await outcome(statfs('/none', 1000))).toBe('ENOENT');
    expect([hangs(), asked]).toEqual([[], ['/none', '/none']]);
  });

  it('shares one call between those who ask for the same path at once', async () => {
    const { statfs, asked, clock } = createReader();
    const both = Promise.all([outcome(statfs('/dead', 1000)), outcome(statfs('/dead', 2000))]);
    await clock.advance(2000);
    expect(await both).toEqual(['/dead does not answer', '/dead does not answer']);
    expect(asked).toEqual(['/dead']);
  });

  it('times out, refuses the path at once, and asks again after it came back', async () => {
    const { statfs, hangs, clock, revive } = createReader();
    const first = outcome(statfs('/dead', 1000));
    await clock.advance(999);
    expect(hangs()).toEqual([]);
    await clock.advance(1);
    expect(await first).toBe('/dead does not answer');
    expect(await outcome(statfs('/dead', 1000))).toBe('/dead still does not answer an earlier call');
    expect(hangs()).toEqual(['/dead']);
    expect(await statfs('/', 1000)).toEqual(CAPACITY);

    revive('/dead');
    await clock.advance(0);
    expect(hangs()).toEqual([]);
    const again = outcome(statfs('/dead', 1000));
    await clock.advance(0);
    revive('/dead');
    expect(await again).toBe('answered');
  });

  it('never has more than two calls running, and serves the others in turn', async () => {
    const { statfs, asked, clock, revive } = createReader();
    const all = ['/dead/1', '/dead/2', '/', '/home'].map((path) => outcome(statfs(path, 1000)));
    await clock.advance(500);
    expect(asked).toEqual(['/dead/1', '/dead/2']);
    revive('/dead/1');
    await clock.advance(500);
    expect(await Promise.all(all)).toEqual(['answered', '/dead/2 does not answer', 'answered', 'answered']);
  });

  it('begins no more calls once it is closed, so that the process can end', async () => {
    const { statfs, close, pending, asked, revive } = createReader();
    for (const path of ['/dead/a', '/dead/b', '/dead/c']) void outcome(statfs(path, 1000));
    close();
    revive('/dead/a');
    revive('/dead/b');
    await new Promise((resolve) => void setImmediate(resolve));
    expect([pending(), asked]).toEqual([[], ['/dead/a', '/dead/b']]);
  });

  it('refuses all others while two hang, those that wait included', async () => {
    const { statfs, asked, clock, revive } = createReader();
    const all = ['/dead/1', '/dead/2', '/home', '/home'].map((path) => outcome(statfs(path, 1000)));
    await clock.advance(1000);
    const reason =
      'is not asked while /dead/1 and /dead/2 do not answer: unmount them or bring their server back';
    expect((await Promise.all(all)).slice(2)).toEqual([`/home ${reason}`, `/home ${reason}`]);
    expect(await outcome(statfs('/', 1000))).toBe(`/ ${reason}`);
    expect(asked).toEqual(['/dead/1', '/dead/2']);

    revive('/dead/2');
    await clock.advance(0);
    expect(await statfs('/', 1000)).toEqual(CAPACITY);
  });

  it('always asks disks of this machine, while one thread at least is left', async () => {
    const { statfs, clock, asked } = createReader();
    const disk = (device: string) => ({ device, isLocal: true });
    const all = ['/dead/1', '/dead/2', '/dead/3'].map((path) => outcome(statfs(path, 1000)));
    const disks = ['/', '/home', '/var'].map((path) => outcome(statfs(path, 1000, disk(path))));
    await clock.advance(500);
    expect(await Promise.all(disks)).toEqual(['answered', 'answered', 'answered']);
    await clock.advance(1000);
    await Promise.all(all);
    expect(await statfs('/', 1000, disk('/dev/sda'))).toEqual(CAPACITY);

    const broken = outcome(statfs('/dead/disk', 1000, disk('/dev/sdb')));
    await clock.advance(1000);
    expect(await broken).toBe('/dead/disk does not answer');
    expect(await outcome(statfs('/', 1000, disk('/dev/sda')))).toMatch(
      /^\/ is not asked while .* do not answer/,
    );
    expect(asked.filter((path) => path.startsWith('/dead'))).toEqual(['/dead/1', '/dead/2', '/dead/disk']);
  });

  it('holds one thread at most for a device, however often it is mounted', async () => {
    const { statfs, clock, asked, revive } = createReader();
    const disk = { device: '/dev/sdb', isLocal: true };
    const all = ['/dead/1', '/dead/2', '/dead/3'].map((path) => outcome(statfs(path, 1000, disk)));
    await clock.advance(1000);
    const refused = (path: string) =>
      `${path} is not asked while /dead/1 does not answer: unmount it or bring its server back`;
    expect(await Promise.all(all)).toEqual([
      '/dead/1 does not answer',
      refused('/dead/2'),
      refused('/dead/3'),
    ]);
    expect(asked).toEqual(['/dead/1']);
    revive('/dead/1');
    await clock.advance(0);
    const again = outcome(statfs('/dead/2', 1000, disk));
    await clock.advance(0);
    revive('/dead/2');
    expect(await again).toBe('answered');
  });
});
