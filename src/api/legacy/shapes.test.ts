/** Plugins in their older shapes, from what version 4 shows: service.md 6.2. */
import { describe, expect, it } from 'vitest';
import { show, CONTAINER, DESCRIBED } from '../../../test/support/legacy-shapes.ts';

const same = (name: string): [string, string] => [name, name];

const PROCESS = {
  key: 'pid',
  pid: 7,
  name: 'x',
  cmdline: ['x'],
  io_counters: [1, 2, 3, 4, 1],
  cpu_times: { user: 1, system: 2, children_user: 3, children_system: 4, iowait: 5 },
  memory_info: { rss: 1, vms: 2, shared: 3, text: 4, lib: 5, data: 6, dirty: 7 },
  gids: { real: 1, effective: 2, saved: 3 },
};

const OLD_PROCESS = {
  ...PROCESS,
  cpu_times: [1, 2, 3, 4, 5],
  memory_info: [1, 2, 3, 4, 5, 6, 7],
  gids: [1, 2, 3],
};

describe('version 3 shows', () => {
  it('traffic as increases and totals', () => {
    const { key, ...traffic } = {
      key: 'interface_name',
      interface_name: 'eth0',
      alias: null,
      time_since_update: 2,
      is_up: true,
      speed: 0,
    };
    const bytes = (name: string, value: number) => ({
      [name]: value,
      [`${name}_gauge`]: value * 10,
      [`${name}_rate_per_sec`]: value / 2,
    });
    const item = {
      ...traffic,
      key,
      ...bytes('bytes_recv', 4),
      ...bytes('bytes_sent', 6),
      ...bytes('bytes_all', 10),
    };
    const shown = {
      ...traffic,
      key,
      rx: 4,
      cumulative_rx: 40,
      tx: 6,
      cumulative_tx: 60,
      cx: 10,
      cumulative_cx: 100,
    };
    expect(show(3, same('network'), [item])).toEqual([shown]);
    const { alias: _alias, ...withoutLabel } = shown;
    expect(show(2, same('network'), [item])).toEqual([withoutLabel]);
  });

  it('processes with arrays; what the kernel refused is null, what was left out is left out', () => {
    expect(show(3, same('processlist'), [PROCESS, { pid: 8, memory_info: null }])).toEqual([
      OLD_PROCESS,
      { pid: 8, memory_info: null },
    ]);
    const extended = {
      ionice: { ioclass: 2, value: 4 },
      num_ctx_switches: { voluntary: 7, involuntary: 3 },
      cpu_affinity: [0],
    };
    expect(show(3, same('processlist'), [extended])).toEqual([
      { ionice: [2, 4], num_ctx_switches: [7, 3], cpu_affinity: [0] },
    ]);
  });

  it('containers in an object, without what is not known', () => {
    expect(show(3, same('containers'), [CONTAINER])).toEqual({
      version: {},
      version_podman: {},
      containers: [{ ...DESCRIBED, engine: 'docker', cpu_percent: 3, memory_usage: 1, io_r: 5, io_w: 6 }],
    });
    expect(show(3, ['docker', 'containers'], [CONTAINER])).toEqual({ version: {}, containers: [DESCRIBED] });
    // Byte for byte: clients compare the order of the members too.
    expect(JSON.stringify(show(3, same('containers'), []))).toBe(
      '{"version":{},"version_podman":{},"containers":[]}',
    );
    expect(show(3, ['docker', 'containers'], [])).toEqual({});
    expect(show(3, ['docker', 'containers'], [{ ...CONTAINER, command: null }])).toMatchObject({
      containers: [{ Command: [] }],
    });
  });

  it('events as arrays, at most ten, with processes for the critical ones', () => {
    const event = (state: string) => ({
      begin: 1,
      end: -1,
      state,
      type: 'MEM',
      max: 9,
      avg: 8,
      min: 7,
      sum: 24,
      count: 3,
      top: ['x', 'gone'],
      desc: '',
      sort: 'memory_percent',
    });
    const others = { processlist: [PROCESS, { ...PROCESS, pid: 8 }] };
    const shown = show(
      3,
      same('alert'),
      [event('CRITICAL'), ...Array.from({ length: 12 }, () => event('WARNING'))],
      others,
    );
    const row = (state: string, top: unknown[]) => [
      1,
      -1,
      state,
      'MEM',
      9,
      8,
      7,
      24,
      3,
      top,
      '',
      'memory_percent',
    ];
    expect(shown).toEqual([
      row('CRITICAL', [OLD_PROCESS, { name: 'gone' }]),
      ...Array.from({ length: 9 }, () => row('WARNING', [])),
    ]);
    expect(show(3, same('alert'), [event('CRITICAL')])).toEqual([
      row('CRITICAL', [{ name: 'x' }, { name: 'gone' }]),
    ]);
  });

  it('shares of the CPU that only single cores have', () => {
    const cores = [
      { softirq: 1, guest_nice: 0.3 },
      { softirq: 0.5, guest_nice: 0 },
    ];
    expect(
      show(
        3,
        same('cpu'),
        { total: 5, total_min: 1, ctx_switches: 9, ctx_switches_gauge: 90 },
        { percpu: cores },
      ),
    ).toEqual({
      total: 5,
      ctx_switches: 9,
      softirq: 0.8,
      guest_nice: 0.2,
    });
    expect(show(3, same('cpu'), {})).toEqual({});
  });

  it('texts', () => {
    const now = { iso: '2026-11-21T00:53:08+00:00', custom: '2026-11-21 00:53:08 UTC' };
    expect(show(3, same('now'), now)).toBe('2026-11-21 00:53:08 UTC');
    expect(show(2, same('now'), now)).toBe('2026-11-21 00:53:08');
    expect(show(2, same('now'), { ...now, custom: 'Saturday' })).toBe('Saturday');
    expect(show(3, same('now'), {})).toBeNull();
    expect(show(3, ['psutilversion', 'libversion'], '4.10.2-beta.1')).toEqual([4, 10, 2]);
    expect(show(3, ['libversion', 'libversion'], '4.10.2-beta.1')).toEqual([4, 10, 2]);
    expect(show(3, ['psutilversion', 'libversion'], null)).toEqual([]);
    const system = { os_name: 'Linux', os_version: '6.1', hr_name: 'Debian 12 64bit / Linux 6.1' };
    expect(show(3, same('system'), system)).toEqual({ ...system, hr_name: 'Debian 12 64bit' });
    const own = { ...system, hr_name: 'my own line' };
    expect(show(3, same('system'), own)).toEqual(own);
  });

  it.each([
    [
      'fs',
      [{ mnt_point: '/', options: 'rw', percent: 1, key: 'mnt_point' }],
      [{ mnt_point: '/', percent: 1, key: 'mnt_point' }],
    ],
    [
      'diskio',
      [{ disk_name: 'a', read_bytes: 1, read_bytes_gauge: 2, read_time: 3, read_latency: 4 }],
      [{ disk_name: 'a', read_bytes: 1 }],
    ],
    ['load', { min1: 1, min1_max: 2, cpucore: 4 }, { min1: 1, cpucore: 4 }],
    ['mem', { percent: 1, percent_mean: 2, total: 3 }, { percent: 1, total: 3 }],
    ['percpu', [{ cpu_number: 0, dpc: null, interrupt: null }], [{ cpu_number: 0 }]],
    [
      'quicklook',
      { cpu: 1, load: 2, cpu_log_core: 3, percpu: [{ cpu_number: 0, dpc: null }] },
      { cpu: 1, percpu: [{ cpu_number: 0 }] },
    ],
    [
      'folders',
      [
        { path: '/a', size: 0, errno: 13 },
        { path: '/b', size: 5, errno: 0 },
      ],
      [
        { path: '/a', size: '!' },
        { path: '/b', size: 5 },
      ],
    ],
    [
      'gpu',
      [
        { gpu_id: 'amd0', mem: 1 },
        { gpu_id: 'nvidia0', mem: 2 },
      ],
      [
        { gpu_id: 0, mem: 1 },
        { gpu_id: 1, mem: 2 },
      ],
    ],
    ['ip', { address: 'x', gateway: null }, {}],
    ['ip', { address: 'x', gateway: 'y' }, { address: 'x', gateway: 'y' }],
    [
      'wifi',
      [{ ssid: 'w', quality_link: 41, quality_level: -69, key: 'ssid' }],
      [{ ssid: 'w', quality: 41, signal: -69, encrypted: null, encryption_type: null, key: 'ssid' }],
    ],
    ['sensors', [{ label: 'x' }], [{ label: 'x' }]],
  ])('%s', (name, value, expected) => {
    expect(show(3, same(name), value)).toEqual(expected);
  });
});
