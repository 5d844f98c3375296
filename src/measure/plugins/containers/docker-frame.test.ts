import { describe, expect, it } from 'vitest';
import { dockerFrame } from './docker-frame.ts';

/** A frame of four cores over one second. */
const frame = {
  read: '2026-01-30T11:00:02Z',
  cpu_stats: {
    cpu_usage: { total_usage: 1_050_000_000 },
    system_cpu_usage: 10_004_000_000_000,
    online_cpus: 4,
  },
  precpu_stats: {
    cpu_usage: { total_usage: 1_000_000_000 },
    system_cpu_usage: 10_000_000_000_000,
    online_cpus: 4,
  },
  memory_stats: { usage: 157_286_400, limit: 2_147_483_648, stats: { inactive_file: 41_943_040 } },
  blkio_stats: {
    io_service_bytes_recursive: [
      { major: 8, minor: 0, op: 'read', value: 40_968_192 },
      { major: 8, minor: 16, op: 'Read', value: 8 },
      { major: 8, minor: 0, op: 'Write', value: 8192 },
    ],
  },
  networks: { eth0: { rx_bytes: 1_069_056, tx_bytes: 52_224 }, eth1: { rx_bytes: 1, tx_bytes: 2 } },
};

describe('dockerFrame', () => {
  it('reads a frame, over all disks and networks', () => {
    expect(dockerFrame(frame)).toEqual({
      cpu: { percent: 5, nanoseconds: 1_050_000_000 },
      memory: { usage: 157_286_400, limit: 2_147_483_648, inactiveFile: 41_943_040 },
      io: { read: 40_968_200, written: 8192 },
      network: { received: 1_069_057, sent: 52_226 },
    });
  });

  it('counts cores where an old engine does not', () => {
    const { online_cpus: _, ...stats } = frame.cpu_stats;
    const cpu = { ...stats, cpu_usage: { total_usage: 1_050_000_000, percpu_usage: [1, 2] } };
    expect(dockerFrame({ ...frame, cpu_stats: cpu }).cpu).toMatchObject({ percent: 2.5 });
  });

  it.each([
    ['a first frame', { precpu_stats: { cpu_usage: { total_usage: 0 } } }],
    ['no time between', { precpu_stats: frame.cpu_stats }],
    ['a container that was started anew', { cpu_stats: frame.precpu_stats, precpu_stats: frame.cpu_stats }],
  ])('says 0 percent of %s', (_, change) => {
    expect(dockerFrame({ ...frame, ...change }).cpu).toMatchObject({ percent: 0 });
  });

  it('takes the total of version 1 where there is one', () => {
    const stats = { inactive_file: 1, total_inactive_file: 2 };
    expect(dockerFrame({ memory_stats: { usage: 5, limit: 9, stats } }).memory).toMatchObject({
      inactiveFile: 2,
    });
  });

  it('knows nothing of an empty frame', () => {
    expect(dockerFrame({})).toEqual({
      cpu: { percent: 0, nanoseconds: null },
      memory: null,
      io: { read: 0, written: 0 },
      network: null,
    });
  });
});
