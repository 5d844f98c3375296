import { plain, type Reason } from '../../../core/said.ts';
import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { systemError } from '../../host/system-error.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { gpusSource } from './gpus.ts';
import { createGpuNames } from './names.ts';

const DEVICE = 'sys/class/drm/card0/device';
const CARD = {
  [`${DEVICE}/gpu_busy_percent`]: '12\n',
  [`${DEVICE}/mem_info_vram_total`]: '100\n',
  [`${DEVICE}/mem_info_vram_used`]: '40\n',
};

function reading(tree: Record<string, string>, overrides: Parameters<typeof createRecordedHost>[1] = {}) {
  const host = createRecordedHost(temporaryTree(tree), overrides);
  const notices: string[] = [];
  const notice = (_topic: string, reason: Reason | null) =>
    void (reason !== null && notices.push(plain(reason)));
  const source = gpusSource.create({ host, options: {}, notice, isWatched: () => true });
  return { read: () => source.read(), notices, host };
}

describe('graphics cards', () => {
  it('stay, without the value, when a file of theirs gives an input/output error', async () => {
    const tree = temporaryTree(CARD);
    const files = createRecordedHost(tree);
    const { read } = reading(CARD, {
      readText: (path) => (path.endsWith('gpu_busy_percent') ? null : files.readText(path)),
    });
    expect((await read()).gpus).toMatchObject([{ id: 'amd0', proc: null, mem: 40 }]);
  });

  it('come and go with their driver', async () => {
    const { read, host } = reading({});
    expect((await read()).gpus).toEqual([]);
    for (const [files, count] of [
      [CARD, 1],
      [{ 'sys/class/drm/version': 'drm' }, 0],
      [CARD, 1],
    ] as const) {
      host.useTree(temporaryTree(files));
      expect((await read()).gpus).toHaveLength(count);
    }
  });

  it('of ARM tell that processes are hidden from this user', async () => {
    const tree = { [`${DEVICE}/uevent`]: 'DRIVER=v3d\n', 'proc/1/stat': '' };
    const files = createRecordedHost(temporaryTree(tree));
    const { read, notices } = reading(tree, {
      list: (path) => {
        if (path === '/proc/1/fdinfo') throw systemError('EACCES', 'permission denied', 'scandir', path);
        return files.list(path);
      },
    });
    expect((await read()).gpus).toMatchObject([{ id: 'arm0', proc: null, mem: null }]);
    expect(notices.join()).toContain('run the agent as root');
  });

  it('of ARM are looked for among all descriptors every ten seconds only', async () => {
    const use = (ns: number) => `drm-driver:\tv3d\ndrm-client-id:\t1\ndrm-engine-render:\t${ns} ns\n`;
    const tree = { [`${DEVICE}/uevent`]: 'DRIVER=v3d\n', 'proc/7/fdinfo/3': use(0) };
    const files = createRecordedHost(temporaryTree(tree));
    let walks = 0;
    const { read, host } = reading(tree, {
      list: (path) => {
        if (path === '/proc') walks += 1;
        return files.list(path);
      },
    });
    for (let second = 0; second < 10; second += 2) {
      await read();
      await host.clock.advance(2000);
    }
    expect(walks).toBe(1);
    await read();
    expect(walks).toBe(2);
  });
});

it('names of cards are found in a list that is installed later, and looked up in it once', async () => {
  const clock = createFakeClock();
  let reads = 0;
  const files = createRecordedHost(new Map(), { clock });
  const names = createGpuNames({ ...files, clock, read: (path) => ((reads += 1), files.read(path)) });
  const nameOf = (device: string) => names.pci('8086', device);
  expect([nameOf('56a0'), nameOf('56a0'), nameOf('56a1')]).toEqual([null, null, null]);
  const looks = reads;
  files.useTree(new Map([['usr/share/misc/pci.ids', '8086  Intel\n\t56a0  DG2 [Arc A770]\n']]));
  expect(nameOf('56a0')).toBeNull();
  expect(reads).toBe(looks);
  await clock.advance(60_000);
  expect([nameOf('56a0'), nameOf('56a1'), nameOf('56a0'), nameOf('56a1')]).toEqual([
    'Arc A770',
    null,
    'Arc A770',
    null,
  ]);
  expect(reads).toBe(looks + 2);
});
