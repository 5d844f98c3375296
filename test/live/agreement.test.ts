/**
 * Values agree with independent readings of the same machine at the same moment. Where the machine moves on by itself,
 * a reading is taken before and one after the agent's sample, and the agent must be between them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type LiveAgent, REPOSITORY, serveLive } from '../support/live-agent.ts';
import { configFile, lacking, output, scratchFolder } from '../support/live-tools.ts';

import { type Agreement, expectBetween, MB, PATIENCE } from '../support/agreement.ts';
import { networksAgree } from './agreement-network.ts';
import { processesAgree } from './agreement-processes.ts';

const missing = lacking('agreement with ps, free, df, ip, ss', {
  programs: ['ps', 'free', 'df', 'ip', 'ss', 'lscpu'],
});

/** Other suites on the machine allocate this much between two readings. */
const MEMORY_SLACK = 256 * MB;
const folder = scratchFolder();
let agent: LiveAgent;

beforeAll(async () => {
  if (missing !== null) return;
  const path = configFile(folder.path, {
    network: { hide: 'none-of-them', hide_no_up: 'false', hide_no_ip: 'false' },
    diskio: { hide: 'none-of-them' },
    fs: { refresh: '1', hide: 'none-of-them' },
    ip: { refresh: '1' },
    system: { refresh: '1' },
  });
  agent = await serveLive({ argv: ['-C', path, '-t', '0.5'] });
});

afterAll(async () => {
  await agent?.stop();
  folder.remove();
});

/** The agent's value with a reading before and one after it. */
async function around<T, R>(plugin: string, read: () => R): Promise<{ before: R; value: T; after: R }> {
  const before = read();
  const value = await agent.fresh<T>(plugin);
  return { before, value, after: read() };
}

const rig: Agreement = {
  get agent() {
    return agent;
  },
  folder,
  around,
};

describe.skipIf(missing !== null)('processes', () => processesAgree(rig));

describe.skipIf(missing !== null)('memory', () => {
  type Row = Record<string, number>;
  const free = (): { memory: Row; swap: Row } => {
    const [header = '', memory = '', swap = ''] = output('free', '-b', '-w').trim().split('\n');
    const names = header.trim().split(/ +/);
    const row = (line: string): Row =>
      Object.fromEntries(
        line
          .split(/ +/)
          .slice(1)
          .map((value, index) => [names[index] ?? '', Number(value)]),
      );
    return { memory: row(memory), swap: row(swap) };
  };

  it.each([
    ['mem', 'memory', { available: 'available', free: 'free', buffers: 'buffers', shared: 'shared' }],
    ['memswap', 'swap', { used: 'used', free: 'free' }],
  ] as const)('%s is what free says', async (plugin, line, fields) => {
    await vi.waitFor(async () => {
      const { before, value, after } = await around<Row, ReturnType<typeof free>>(plugin, free);
      expect(value['total']).toBe(after[line]['total']);
      for (const [ours, theirs] of Object.entries(fields)) {
        expectBetween(
          value[ours] ?? -1,
          before[line][theirs] ?? 0,
          after[line][theirs] ?? 0,
          MEMORY_SLACK,
          ours,
        );
      }
    }, PATIENCE);
  });

  it('the page cache is what free says, and percent is what is not available', async () => {
    await vi.waitFor(async () => {
      const { before, value, after } = await around<Row, ReturnType<typeof free>>('mem', free);
      expectBetween(
        value['cached'] ?? -1,
        before.memory['cache'] ?? 0,
        after.memory['cache'] ?? 0,
        MEMORY_SLACK,
        'cached',
      );
      const { total = 0, available = 0, percent } = value;
      expect(percent).toBeCloseTo((100 * (total - available)) / total, 0);
    }, PATIENCE);
  });
});

describe.skipIf(missing !== null)('file systems', () => {
  interface FileSystem {
    device_name: string;
    fs_type: string;
    mnt_point: string;
    size: number;
    used: number;
    free: number;
    percent: number;
  }

  it('have the device, type, size and fill that df shows', async () => {
    // Another suite's mount may be gone when df runs.
    await vi.waitFor(async () => {
      const list = await agent.fresh<FileSystem[]>('fs');
      expect(list.length).toBeGreaterThan(0);
      for (const ours of list) {
        const [line = ''] = output(
          'df',
          '-B1',
          '--output=fstype,size,used,avail,pcent,source',
          ours.mnt_point,
        )
          .trim()
          .split('\n')
          .slice(1);
        const [type, size, used, free, percent = '', device = ''] = line.trim().split(/ +/);
        expect(ours).toMatchObject({ fs_type: type, size: Number(size) });
        if (device.startsWith('/dev/') && device !== '/dev/root') expect(ours.device_name).toBe(device);
        // Builds and other suites write at the same time.
        expectBetween(ours.used, Number(used), Number(used), MEMORY_SLACK, `used of ${ours.mnt_point}`);
        expectBetween(ours.free, Number(free), Number(free), MEMORY_SLACK, `free of ${ours.mnt_point}`);
        // df rounds up, we round.
        expectBetween(
          ours.percent,
          Number.parseInt(percent, 10),
          Number.parseInt(percent, 10),
          1.1,
          'percent',
        );
      }
    }, PATIENCE);
  });

  it('are all that lie on a device', async () => {
    await vi.waitFor(async () => {
      const types = new Set(
        readFileSync('/proc/filesystems', 'utf8')
          .split('\n')
          .flatMap((line) => (line.startsWith('\t') ? [line.trim()] : [])),
      );
      const mounted = readFileSync('/proc/self/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .flatMap(([, point = '', type = '']) => (types.has(type) ? [point] : []));
      const list = await agent.fresh<FileSystem[]>('fs');
      expect(new Set(list.map(({ mnt_point: point }) => point))).toEqual(new Set(mounted));
    }, PATIENCE);
  });
});

describe.skipIf(missing !== null)('network', () => networksAgree(rig));

describe.skipIf(missing !== null)('disks', () => {
  const WRITTEN = 16 * MB;

  /** A folder on a disk that the agent knows, and that disk; null in a container without one. */
  async function onDisk(): Promise<{ folder: string; disk: string } | null> {
    const disks = await agent.fresh<{ disk_name: string }[]>('diskio');
    for (const folder of [tmpdir(), REPOSITORY]) {
      const source = output('df', '--output=source', folder).trim().split('\n').at(-1) ?? '';
      const disk = source.replace(/^\/dev\//, '');
      if (disks.some(({ disk_name: name }) => name === disk)) return { folder, disk };
    }
    return null;
  }

  it('count what is written to them', async ({ skip }) => {
    const place = await onDisk();
    if (place === null)
      return skip('neither the temporary folder nor the repository is on a disk of /proc/diskstats');
    const file = join(place.folder, `gander-dd-${process.pid}`);
    onTestFinished(() => rmSync(file, { force: true }));
    const written = async (): Promise<number> => {
      const disks = await agent.fresh<{ disk_name: string; write_bytes_gauge: number }[]>('diskio');
      return disks.find(({ disk_name: name }) => name === place.disk)?.write_bytes_gauge ?? Number.NaN;
    };
    const before = await written();
    execFileSync('dd', ['if=/dev/urandom', `of=${file}`, 'bs=1M', 'count=16', 'conv=fsync'], {
      stdio: 'ignore',
    });
    expect((await written()) - before).toBeGreaterThanOrEqual(WRITTEN);
  });
});

describe.skipIf(missing !== null)('the system', () => {
  it('has the names that uname and os-release tell', async () => {
    const uname = (option: string): string => output('uname', option).trim();
    const ours = await agent.fresh<Record<string, string>>('system');
    expect(ours).toMatchObject({
      os_name: uname('-s'),
      hostname: uname('-n'),
      os_version: uname('-r'),
    });
  });

  it.skipIf(lacking('uptime', { realClock: true }) !== null)(
    'has been up as long as /proc/uptime says',
    async () => {
      const { before, value, after } = await around<string, number>('uptime', () =>
        Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]),
      );
      const [, days = '0', hours, minutes, seconds] =
        /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)$/.exec(value) ?? [];
      const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
      expectBetween(total, before, after, 1, value);
    },
  );

  it('has the load of /proc/loadavg', async () => {
    // The kernel calculates it every five seconds.
    await vi.waitFor(async () => {
      const { before, value, after } = await around<Record<string, number>, number[]>('load', () =>
        readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).map(Number),
      );
      for (const [index, name] of ['min1', 'min5', 'min15'].entries()) {
        expectBetween(value[name] ?? -1, before[index] ?? 0, after[index] ?? 0, 0.001, name);
      }
    }, PATIENCE);
  });

  it('has the cores that getconf and lscpu count', async () => {
    const pairs = output('lscpu', '-p=CORE,SOCKET')
      .split('\n')
      .filter((line) => /^\d/.test(line));
    expect(await agent.get('/core')).toEqual({
      log: Number(output('getconf', '_NPROCESSORS_ONLN')),
      phys: new Set(pairs).size,
    });
    expect(await agent.get<unknown[]>('/percpu')).toHaveLength(pairs.length);
  });
});
