/**
 * Values agree with independent readings of the same machine at the same moment. Where the machine moves on by itself,
 * a reading is taken before and one after the agent's sample, and the agent must be between them.
 */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type LiveAgent, REPOSITORY, serveLive } from '../support/live-agent.ts';
import { act, configFile, isRoot, lacking, output, scratchFolder } from '../support/live-tools.ts';

const missing = lacking('agreement with ps, free, df, ip, ss', {
  programs: ['ps', 'free', 'df', 'ip', 'ss', 'lscpu'],
});

const MB = 1024 * 1024;
/** A machine that runs other suites beside this one allocates that much between two readings. */
const MEMORY_SLACK = 256 * MB;
/** Patience for what must come with the next samples; on a machine with other work those may be late. */
const PATIENCE = { timeout: 20_000, interval: 100 };

interface Process {
  pid: number;
  name: string;
  cmdline: string[];
  username: string | null;
  status: string;
  nice: number;
  num_threads: number;
  cpu_percent: number;
  memory_info: { rss: number; vms: number };
}

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

function expectBetween(value: number, one: number, other: number, slack: number, what: string): void {
  expect(value, what).toBeGreaterThanOrEqual(Math.min(one, other) - slack);
  expect(value, what).toBeLessThanOrEqual(Math.max(one, other) + slack);
}

/** Rows of a table without header, split at blanks; the last column may hold some. */
const rows = (text: string, columns: number): string[][] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const words = line.trim().split(/ +/);
      return [...words.slice(0, columns - 1), words.slice(columns - 1).join(' ')];
    });

describe.skipIf(missing !== null)('processes', () => {
  const COLUMNS = 'pid=,nlwp=,ni=,rss=,vsz=,state=,user:40=,comm=';
  const ps = (...which: string[]): Map<number, string[]> =>
    new Map(
      rows(output('ps', '-ww', ...which, '-o', COLUMNS), 8).map(([pid, ...rest]) => [Number(pid), rest]),
    );

  it('that the test started are what ps says they are', async () => {
    const odd = join(folder.path, 'od) R 1 (d');
    copyFileSync('/usr/bin/sleep', odd);
    const sleeper = act(odd, '3600');
    const polite = act('nice', '-n', '7', 'sleep', '3601');
    const politeness = String(Math.min(getPriority() + 7, 19));
    const stopped = act('sleep', '3602');
    const threaded = act(process.execPath, '--eval', 'setInterval(() => {}, 1e6)');
    const foreign = isRoot ? act('setpriv', '--reuid=65534', '--clear-groups', 'sleep', '3603') : sleeper;
    stopped.signal('SIGSTOP');
    const pids = [sleeper, polite, stopped, threaded, foreign].map(({ pid }) => pid);
    const independent = (): Map<number, string[]> => ps('-p', [...new Set(pids)].join(','));
    // Until every one of them has become the program it was started for, and is at rest.
    await vi.waitFor(() => {
      const seen = independent();
      expect(seen.get(sleeper.pid)?.at(-1)).toBe('od) R 1 (d');
      expect(seen.get(polite.pid)?.[1]).toBe(politeness);
      expect(seen.get(stopped.pid)?.[4]).toBe('T');
      expect(Number(seen.get(threaded.pid)?.[0])).toBeGreaterThanOrEqual(5);
      expect(seen.get(threaded.pid)?.[4]).toBe('S');
      if (isRoot) expect(seen.get(foreign.pid)?.[5]).toBe('nobody');
    }, PATIENCE);

    const list = await agent.fresh<Process[]>('processlist');
    const seen = independent();
    for (const pid of pids) {
      const ours = list.find((process) => process.pid === pid);
      const [threads, nice, rss, vsz, state, user, comm = ''] = seen.get(pid) ?? [];
      expect(ours, comm).toMatchObject({
        name: comm,
        username: user,
        status: state,
        nice: Number(nice),
        num_threads: Number(threads),
      });
      expect(ours?.memory_info.vms).toBe(Number(vsz) * 1024);
      // The kernel counts pages per core and adds them up in batches.
      expectBetween(ours?.memory_info.rss ?? 0, Number(rss) * 1024, Number(rss) * 1024, 2 * MB, comm);
    }
    expect(list.find(({ pid }) => pid === sleeper.pid)?.cmdline).toEqual([odd, '3600']);
  });

  it('all of them have the names, owners, priorities, threads and sizes that ps shows', async () => {
    // A value that changes and changes back between the two runs of ps is not seen by them; all is compared again then.
    await vi.waitFor(
      async () => {
        const { before, value, after } = await around<Process[], Map<number, string[]>>('processlist', () =>
          ps('-e'),
        );
        const ours = new Map(value.map((process) => [process.pid, process]));
        let compared = 0;
        for (const [pid, [threads, nice, , vsz, , user, comm = '']] of before) {
          const later = after.get(pid);
          // Names of kernel workers follow what they work on.
          if (later === undefined || later[6] !== comm || comm.startsWith('kworker')) continue;
          const process = ours.get(pid);
          expect(process, `${pid} ${comm}`).toBeDefined();
          // The kernel cuts names at 15 bytes; we show more where the command line tells it.
          expect(process?.name.startsWith(comm.replace(/ <defunct>$/, '')), `${process?.name} ${comm}`).toBe(
            true,
          );
          expect(process?.username).toBe(user);
          // ps shows `-` where it does not apply: real-time scheduling.
          if (nice === later[1] && nice !== '-') expect(process?.nice, comm).toBe(Number(nice));
          if (threads === later[0]) expect(process?.num_threads, comm).toBe(Number(threads));
          if (vsz === later[3]) expect(process?.memory_info.vms, comm).toBe(Number(vsz) * 1024);
          compared += 1;
        }
        expect(compared).toBeGreaterThan(5);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  it('are counted', async () => {
    interface Count {
      total: number;
      running: number;
      sleeping: number;
      thread: number;
      pid_max: number;
    }
    const count = () => {
      const all = rows(output('ps', '-e', '-o', 'nlwp=,state='), 2);
      return {
        total: all.length,
        sleeping: all.filter(([, state]) => state === 'S').length,
        thread: all.reduce((sum, [threads]) => sum + Number(threads), 0),
      };
    };
    await vi.waitFor(async () => {
      const { before, value, after } = await around<Count, ReturnType<typeof count>>('processcount', count);
      // Other suites start and end processes of a dozen threads meanwhile.
      expectBetween(value.total, before.total, after.total, 20, 'total');
      expectBetween(value.sleeping, before.sleeping, after.sleeping, 25, 'sleeping');
      expectBetween(value.thread, before.thread, after.thread, 150, 'thread');
      expect(value.pid_max).toBe(Number(readFileSync('/proc/sys/kernel/pid_max', 'utf8')));
    }, PATIENCE);
  });
});

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
    // A mount of another suite may be gone when df is asked.
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
        // Builds and other suites write meanwhile.
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

describe.skipIf(missing !== null)('network', () => {
  interface Interface {
    interface_name: string;
    bytes_recv_gauge: number;
    bytes_sent_gauge: number;
    is_up: boolean;
  }
  interface Link {
    ifname: string;
    flags: string[];
    operstate: string;
    stats64: { rx: { bytes: number }; tx: { bytes: number } };
  }
  const links = (): Link[] => JSON.parse(output('ip', '-s', '-j', 'link')) as Link[];

  it('interfaces have the counters and states that ip shows', async () => {
    // Other suites make interfaces and take them away; one quiet moment will do.
    await vi.waitFor(async () => {
      const { before, value, after } = await around<Interface[], Link[]>('network', links);
      const names = after
        .map(({ ifname }) => ifname)
        .filter((name) => before.some((link) => link.ifname === name));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) {
        const ours = value.find((item) => item.interface_name === name);
        const [old, young] = [before, after].map((list) => list.find((link) => link.ifname === name));
        expectBetween(ours?.bytes_recv_gauge ?? -1, old!.stats64.rx.bytes, young!.stats64.rx.bytes, 0, name);
        expectBetween(ours?.bytes_sent_gauge ?? -1, old!.stats64.tx.bytes, young!.stats64.tx.bytes, 0, name);
        const isUp = young!.flags.includes('UP') && ['UP', 'UNKNOWN'].includes(young!.operstate);
        expect(ours?.is_up, name).toBe(isUp);
      }
      expect(value.find(({ interface_name: name }) => name === 'lo')?.is_up).toBe(true);
    }, PATIENCE);
  });

  it('the address is that of the default route', async () => {
    const [route] = JSON.parse(output('ip', '-4', '-j', 'route', 'show', 'default')) as {
      dev: string;
      gateway?: string;
    }[];
    const ours = await agent.fresh<Record<string, unknown>>('ip');
    if (route === undefined) return expect(ours['gateway']).toBeNull();
    const [device] = JSON.parse(output('ip', '-4', '-j', 'addr', 'show', 'dev', route.dev)) as {
      addr_info: { local: string; prefixlen: number }[];
    }[];
    const first = device?.addr_info[0];
    expect(ours).toMatchObject({
      address: first?.local,
      mask_cidr: first?.prefixlen,
      gateway: route.gateway ?? null,
    });
  });

  it('connections are counted by state as ss counts them', async () => {
    const server = createServer((socket) => void accepted.push(socket));
    const accepted: Socket[] = [];
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const clients = Array.from({ length: 20 }, () =>
      connect((server.address() as AddressInfo).port, '127.0.0.1'),
    );
    onTestFinished(() => {
      for (const socket of [...clients, ...accepted]) socket.destroy();
      server.close();
    });
    await Promise.all(clients.map((socket) => once(socket, 'connect')));
    const count = () => {
      const states = rows(output('ss', '-tanH'), 2).map(([state]) => state);
      const of = (name: string): number => states.filter((state) => state === name).length;
      return { LISTEN: of('LISTEN'), ESTABLISHED: of('ESTAB'), terminated: closing(states) };
    };
    // Other suites open and close connections, too; one quiet moment will do.
    await vi.waitFor(async () => {
      const { before, value, after } = await around<Record<string, number>, ReturnType<typeof count>>(
        'connections',
        count,
      );
      expect(after.ESTABLISHED).toBeGreaterThanOrEqual(40);
      expectBetween(value['LISTEN'] ?? -1, before.LISTEN, after.LISTEN, 0, 'LISTEN');
      expectBetween(value['ESTABLISHED'] ?? -1, before.ESTABLISHED, after.ESTABLISHED, 2, 'ESTABLISHED');
      // Those in TIME-WAIT come and go by the hundred.
      expectBetween(
        value['terminated'] ?? -1,
        before.terminated,
        after.terminated,
        10 + before.terminated / 10,
        'terminated',
      );
    }, PATIENCE);
  });
});

const closing = (states: readonly (string | undefined)[]): number =>
  states.filter((state) => !/^(LISTEN|ESTAB|SYN-SENT|SYN-RECV)$/.test(state ?? '')).length;

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

  it('has been up as long as /proc/uptime says', async () => {
    const { before, value, after } = await around<string, number>('uptime', () =>
      Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]),
    );
    const [, days = '0', hours, minutes, seconds] =
      /^(?:(\d+) days?, )?(\d+):(\d\d):(\d\d)$/.exec(value) ?? [];
    const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
    expectBetween(total, before, after, 1, value);
  });

  it('has the load of /proc/loadavg', async () => {
    // The kernel works it out every five seconds.
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
