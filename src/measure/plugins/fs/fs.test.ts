import { plain, type Reason } from '../../../core/said.ts';
import { inOneGo } from '../../../../test/support/in-one-go.ts';
import { describe, expect, it } from 'vitest';
import { createEventRig } from '../../../../test/support/event-rig.ts';
import { createRecordedHost } from '../../../../test/support/fake-host.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import type { MountPlace } from '../../../core/host.ts';
import type { Limits, Served } from '../../../core/served.ts';
import { createShaper } from '../../../core/shaper.ts';
import { createJudge } from '../../levels/judge.ts';
import { viewsOf } from '../../levels/views.ts';
import { Visibility } from '../../levels/visibility.ts';
import fs from './fs.ts';

const MOUNTS = '/dev/sda1 / ext4 rw 0 0\nserver:/data /data nfs4 rw 0 0\n';
const LIMITS: Limits = { fs_careful: 50, fs_warning: 70, fs_critical: 90, fs_log: ['True'] };

/** The plugin on a host whose server may be silent, or whose mounts may go. */
function watching() {
  const tree = (mounts: string, files: Record<string, string> = {}) =>
    temporaryTree({ 'proc/filesystems': '\text4\nnodev\tnfs4\n', 'proc/self/mounts': mounts, ...files });
  const places: (MountPlace | undefined)[] = [];
  let isSilent = false;
  const host = createRecordedHost(tree(MOUNTS), {
    async statfs(path, _, place) {
      places.push(place);
      if (isSilent && path === '/data') throw new Error('/data does not answer');
      return { blockSize: 1000, blocks: 100, blocksFree: 5, blocksAvailable: 5, files: 0, filesFree: 0 };
    },
  });
  const notices = new Map<string, string | null>();
  const options = { hide: [], show: [], alias: new Map(), allow: ['nfs'] } as never;
  const notice = (topic: string, reason: Reason | null) => void notices.set(topic, reason && plain(reason));
  const reader = fs.create({
    host,
    options,
    use: (source) => {
      const { read } = source.create({ host, options, notice, isWatched: () => true });
      return read;
    },
    instance: () => expect.unreachable(),
    refresh: 60,
    again: () => {},
    notice,
  });
  const shaper = createShaper(fs, 10);
  const judge = createJudge(fs, LIMITS);
  const rig = createEventRig({ min_duration: 0, min_interval: 0 });
  return {
    places,
    notices,
    rig,
    silence: (value: boolean) => (isSilent = value),
    unmount: () => host.useTree(tree('/dev/sda1 / ext4 rw 0 0\n')),
    mount: (mounts: string, files: Record<string, string> = {}) => host.useTree(tree(mounts, files)),
    /** The served value, the recorded history, and the level of /data. */
    async read() {
      const recorded: (string | null)[] = [];
      const reading = await reader.read();
      const served = inOneGo(
        shaper.shape(reading, 60, ({ identity }) => recorded.push(identity)),
      ) as Served[];
      const verdicts = judge(served);
      rig.events.take('fs', verdicts, rig.clock.now());
      await rig.clock.advance(60_000);
      return {
        served,
        recorded: [...new Set(recorded)],
        level: verdicts.find(({ identity }) => identity === '/data')?.level,
      };
    },
  };
}

describe('a file system that does not answer', () => {
  it('keeps its last values, without a level, and ends no event', async () => {
    const { read, silence, rig, notices } = watching();
    const before = await read();
    expect([before.recorded, before.level]).toEqual([['/', '/data'], 'CRITICAL']);
    expect(rig.told()).toEqual(['begin FS_/', 'begin FS_/DATA']);

    silence(true);
    const silent = await read();
    expect(JSON.stringify(silent.served)).toBe(JSON.stringify(before.served));
    expect([silent.recorded, silent.level, notices.get('statfs')]).toEqual([
      ['/'],
      'ERROR',
      '/data does not answer',
    ]);
    await read();
    expect(rig.told()).toEqual([]);
    expect(rig.list().filter(({ end }) => end === -1)).toHaveLength(2);

    silence(false);
    expect((await read()).level).toBe('CRITICAL');
    expect([rig.told(), notices.get('statfs')]).toEqual([[], null]);
  });

  it('is told from one that is gone', async () => {
    const { read, silence, unmount, rig } = watching();
    await read();
    rig.told();
    silence(true);
    await read();
    unmount();
    expect((await read()).served).toHaveLength(1);
    expect(rig.told()).toEqual(['end FS_/DATA']);
  });

  it('is left out while nothing is known of it', async () => {
    const { read, silence } = watching();
    silence(true);
    expect((await read()).served).toHaveLength(1);
  });

  it('is asked as what it is: a disk of this machine, or a server', async () => {
    const { read, places } = watching();
    await read();
    expect(places).toMatchObject([
      { device: '/dev/sda1', isLocal: true },
      { device: 'server:/data', isLocal: false },
    ]);
  });
});

it.each([
  ['ext4', 'ro,relatime', 'CRITICAL'],
  ['squashfs', 'ro,nodev', 'DEFAULT'],
])(
  'a full %s that is mounted %s has the level %s, which the published views lack',
  (type, options, level) => {
    const served = [
      { key: 'mnt_point', mnt_point: '/media', fs_type: type, options, used: 95, size: 100, percent: 95 },
    ];
    const judge = createJudge(fs, LIMITS);
    expect(judge(served).map((verdict) => verdict.level)).toEqual([level]);
    const views = viewsOf(
      { plugin: fs, limits: LIMITS, judge, visibility: new Visibility(fs, LIMITS) },
      served,
    );
    expect(views).toMatchObject({ '/media': { used: { decoration: 'DEFAULT' } } });
  },
);

describe('a mount that appears after the start', () => {
  const ROOT = '/dev/sda1 / ext4 rw 0 0\n';
  const DISK = `${ROOT}/dev/sdb1 /mnt ext4 rw 0 0\n`;

  it('is shown, and again after it was gone', async () => {
    const { read, mount } = watching();
    const shown = async () => (await read()).served.map((item) => item['mnt_point']);
    mount(ROOT);
    expect(await shown()).toEqual(['/']);
    mount(DISK);
    expect(await shown()).toEqual(['/', '/mnt']);
    mount(ROOT);
    expect(await shown()).toEqual(['/']);
    mount(DISK);
    expect(await shown()).toEqual(['/', '/mnt']);
  });

  it('is shown in a container, too, where a file was mounted before', async () => {
    const { read, mount } = watching();
    const shown = async () => (await read()).served.map((item) => item['mnt_point']);
    mount(DISK, { '.dockerenv': '', mnt: 'a file' });
    expect(await shown()).toEqual(['/']);
    mount(ROOT, { '.dockerenv': '' });
    expect(await shown()).toEqual(['/']);
    mount(DISK, { '.dockerenv': '', 'mnt/file': '' });
    expect(await shown()).toEqual(['/', '/mnt']);
  });
});
