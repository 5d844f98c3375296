import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/fake-clock.ts';
import { createRecordedHost } from '../support/fake-host.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const stat = (pid: number, start: number): string => `${pid} (a) b) S ${'0 '.repeat(18)}${start} 0\n`;

describe('the fake clock', () => {
  it('stands still until advanced, then calls timers in order of their time', async () => {
    const clock = createFakeClock(1000);
    const calls: unknown[] = [];
    const note = (name: string) => () => calls.push([name, clock.now(), clock.monotonic()]);
    clock.setTimer(note('late'), 30);
    clock.setTimer(note('first'), 10);
    clock.setTimer(note('second'), 10);
    clock.setTimer(note('cancelled'), 10)();
    expect(clock.now()).toBe(1000);
    await clock.advance(29);
    expect(calls).toEqual([
      ['first', 1010, 10],
      ['second', 1010, 10],
    ]);
    await clock.advance(1);
    expect(calls).toHaveLength(3);
  });

  it('lets promises run between timers, and counts timers set meanwhile', async () => {
    const clock = createFakeClock();
    const times: number[] = [];
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        clock.setTimer(resolve, ms);
      });
    const task = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        await sleep(10);
        await Promise.resolve();
        times.push(clock.monotonic());
      }
    };
    const running = task();
    await clock.advance(25);
    expect(times).toEqual([10, 20]);
    await clock.advance(5);
    await running;
    expect(times).toEqual([10, 20, 30]);
  });
});

describe('a recorded host', () => {
  it('plays recorded programs and servers, and fails where nothing is recorded', async () => {
    const host = createRecordedHost(
      temporaryTree({
        'run/disk --json _dev_sda.json': JSON.stringify({ code: 4, stdout: { ok: true }, stderr: 'odd' }),
        'tcp/7634': '|a|',
      }),
    );
    const limits = { timeoutMs: 1, maxBytes: 1 };
    expect(await host.run(['disk', '--json', '/dev/sda'], limits)).toEqual({
      code: 4,
      stdout: '{"ok":true}',
      stderr: 'odd',
      failure: null,
    });
    expect(await host.run(['disk'], limits)).toMatchObject({
      code: null,
      failure: expect.stringContaining('not available') as string,
    });
    const { bytes } = await host.connectTcp('localhost', 7634, limits);
    expect(Buffer.from(bytes).toString()).toBe('|a|');
    await expect(host.connectTcp('localhost', 1, limits)).rejects.toThrow('not available');
  });

  it('answers from its directory', async () => {
    const root = {
      'proc/uptime': '1.00 2.00\n',
      'statfs.json': JSON.stringify({ '/': { blockSize: 1, blocks: 4, blocksFree: 3, blocksAvailable: 2 } }),
      'addresses.json': JSON.stringify([
        { interfaceName: 'eth0', family: 4, address: '10.0.0.1', netmask: '255.0.0.0' },
      ]),
    };
    const host = createRecordedHost(temporaryTree(root));
    expect([host.isLocal, host.machine, host.pageSize]).toEqual([false, 'x86_64', 4096]);
    expect(host.readText('/proc/uptime')).toBe('1.00 2.00');
    expect(await host.statfs('/', 1000)).toMatchObject({ blocks: 4 });
    await expect(host.statfs('/home', 1000)).rejects.toThrow('not available in this recording');
    expect(host.addresses()).toHaveLength(1);
    expect(await host.run(['true'], { timeoutMs: 1, maxBytes: 1 })).toMatchObject({
      code: null,
      failure: 'not available in this recording',
    });
    await expect(host.fetchJson('http://x/', { timeoutMs: 1, maxBytes: 1 })).rejects.toThrow('not available');
  });

  it('is scripted by overrides', async () => {
    const host = createRecordedHost(temporaryTree(), {
      machine: 'armv7l',
      fetchJson: async () => ({ ip: '::1' }),
    });
    expect(host.machine).toBe('armv7l');
    expect(await host.fetchJson('http://x/', { timeoutMs: 1, maxBytes: 1 })).toEqual({ ip: '::1' });
  });

  it('moves to the next tree, with its open files', () => {
    const host = createRecordedHost(
      temporaryTree({
        'proc/stat': 'one',
        'proc/7/stat': stat(7, 70),
        'proc/8/stat': stat(8, 80),
        'proc/9/statm': '',
      }),
    );
    const [all, same, reused, gone] = ['/proc/stat', '/proc/7/stat', '/proc/8/stat', '/proc/9/statm'].map(
      (path) => host.open(path),
    );
    expect(String(all?.read())).toBe('one');
    host.useTree(
      temporaryTree({ 'proc/stat': 'two', 'proc/7/stat': stat(7, 70), 'proc/8/stat': stat(8, 81) }),
    );
    expect(String(all?.read())).toBe('two');
    expect(String(same?.read())).toBe(stat(7, 70));
    expect(() => reused?.read()).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    expect(() => gone?.read()).toThrow(expect.objectContaining({ code: 'ESRCH' }));
    expect(() => host.open('/proc/9/statm')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
