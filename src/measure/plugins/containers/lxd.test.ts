/** LXD's API on a real socket, with answers recorded of LXD 5.0.2. */
import { describe, expect, it, vi } from 'vitest';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import { SERVER, instance, LIST, setUp } from '../../../../test/support/lxd-rig.ts';

/** No process has this number. */
const PID = 2 ** 31;

const STATE = {
  status: 'Running',
  pid: PID,
  cpu: { usage: 4_986_019_722 },
  memory: { usage: 51_224_576, usage_peak: 70_250_496, total: 0 },
  disk: { root: { usage: 330_240 } },
  network: {
    eth0: { type: 'broadcast', counters: { bytes_received: 192_021, bytes_sent: 10_888 } },
    eth1: { type: 'broadcast', counters: { bytes_received: 9, bytes_sent: 8 } },
    lo: { type: 'loopback', counters: { bytes_received: 7, bytes_sent: 7 } },
  },
};

describe('instances', () => {
  it('are described as LXD does', async () => {
    const { lxd, sample } = await setUp();
    const proxy = (listen: string, connect: string) => ({ type: 'proxy', listen, connect });
    lxd.answers.set(LIST, [
      instance('web', {
        expanded_devices: {
          a: proxy('tcp:0.0.0.0:8080', 'tcp:127.0.0.1:80'),
          b: proxy('udp:[::]:53', 'udp:[::1]:5353'),
          c: proxy('unix:/run/a', 'unix:/run/b'),
        },
      }),
      instance('old', {
        status: 'Stopped',
        last_used_at: '1970-01-01T00:00:00Z',
        config: {},
        expanded_config: {},
      }),
      instance('web', { project: 'a b', status: 'Frozen', expanded_config: { 'limits.cpu': '0-2,5' } }),
      instance('vm', { type: 'virtual-machine' }),
    ]);
    lxd.answers.set('/1.0/instances/web/state', STATE);
    lxd.answers.set('/1.0/instances/web/state?project=a%20b', { ...STATE, disk: {} });
    lxd.answers.set('/1.0/instances/vm/state', {
      pid: PID,
      cpu: { usage: -1 },
      memory: { usage: -1, usage_peak: 0 },
      disk: null,
      network: null,
    });
    const { containers, problems, found } = await sample();
    expect({ problems, found }).toEqual({ problems: [], found: 1 });
    expect(containers).toMatchObject([
      {
        engine: 'lxd',
        id: 'web',
        name: 'web',
        image: 'Busybox of Gander',
        status: 'running',
        running: true,
        created: '2026-11-21T05:56:09.605596527Z',
        command: null,
        ports: '8080->80/tcp,53->5353/udp,/run/a->/run/b/unix',
        startedAt: Date.UTC(2026, 10, 21, 5, 56, 10, 121),
        usage: {
          cpu: { nanoseconds: 4_986_019_722 },
          cpuLimit: 1,
          memory: { usage: 51_224_576, inactiveFile: 0 },
          io: { read: 330_240, written: 0 },
          network: { received: 192_030, sent: 10_896 },
        },
      },
      { id: 'old', image: '', status: 'stopped', running: false, startedAt: null, ports: '', usage: null },
      { id: 'a b/web', name: 'web', status: 'frozen', running: true, usage: { cpuLimit: 4, io: null } },
      {
        id: 'vm',
        running: true,
        usage: { cpu: null, memory: null, io: null, network: { received: 0, sent: 0 } },
      },
    ]);
    expect(containers[0]?.usage?.memory?.limit).toBeGreaterThan(1e8);
  });

  it('are measured by the counters of the kernel, and LXD is asked for their process alone', async () => {
    const group = 'sys/fs/cgroup/lxc.payload.web';
    const root = temporaryTree({
      'proc/77/cgroup': '0::/lxc.payload.web/init.scope\n',
      'proc/77/net/dev':
        'a\nb\n  lo: 5 0 0 0 0 0 0 0 5 0 0 0 0 0 0 0\neth0: 700 0 0 0 0 0 0 0 80 0 0 0 0 0 0 0\n',
      'proc/meminfo': 'MemTotal: 8192 kB\n',
      'sys/devices/system/cpu/online': '0-3\n',
      [`${group}/cpu.stat`]: 'usage_usec 1500\n',
      [`${group}/memory.current`]: '4096\n',
      [`${group}/memory.max`]: 'max\n',
      [`${group}/memory.stat`]: 'inactive_file 512\n',
      [`${group}/io.stat`]: '8:0 rbytes=100 wbytes=20 rios=1 wios=1 dbytes=0 dios=0\n',
    });
    const { lxd, sample } = await setUp(root);
    lxd.answers.set(LIST, [instance('web', { expanded_config: {} })]);
    lxd.answers.set('/1.0/instances/web/state', { ...STATE, pid: 77 });
    await sample();
    const [container] = (await sample()).containers;
    expect(container?.usage).toMatchObject({
      cpu: { nanoseconds: 1_500_000 },
      cpuLimit: 4,
      memory: { usage: 4096, limit: 8 * 2 ** 20, inactiveFile: 512 },
      io: { read: 100, written: 20 },
      network: { received: 700, sent: 80 },
    });
    expect(lxd.asked.filter((path) => path.endsWith('/state'))).toHaveLength(1);
    lxd.answers.set(LIST, [instance('web', { last_used_at: '2026-11-21T06:00:00Z' })]);
    await sample();
    await vi.waitFor(() => expect(lxd.asked.filter((path) => path.endsWith('/state'))).toHaveLength(2));
  });

  it('that vanish between list and state do not hinder others', async () => {
    const { lxd, sample } = await setUp();
    lxd.answers.set(LIST, [instance('gone'), instance('here')]);
    lxd.answers.set('/1.0/instances/here/state', STATE);
    const { containers, problems } = await sample();
    expect(containers.map(({ name, usage }) => [name, usage !== null])).toEqual([
      ['gone', false],
      ['here', true],
    ]);
    expect(problems).toEqual([]);
  });

  it('of other members of a cluster are not shown', async () => {
    const { lxd, sample } = await setUp();
    lxd.answers.set('/1.0', { ...SERVER, environment: { server_clustered: true, server_name: 'here' } });
    lxd.answers.set(LIST, [
      instance('mine', { status: 'Stopped', location: 'here' }),
      instance('theirs', { status: 'Stopped', location: 'there' }),
    ]);
    expect((await sample()).containers.map(({ name }) => name)).toEqual(['mine']);
  });

  it('are asked for as old servers know them', async () => {
    const { lxd, sample } = await setUp();
    lxd.answers.set('/1.0', { ...SERVER, api_extensions: [] });
    lxd.answers.set('/1.0/containers?recursion=1', [instance('a', { project: undefined })]);
    lxd.answers.set('/1.0/containers/a/state', STATE);
    const [container] = (await sample()).containers;
    expect(container).toMatchObject({ id: 'a', usage: { cpu: { nanoseconds: 4_986_019_722 } } });
  });
});
