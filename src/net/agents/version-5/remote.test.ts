import { describe, expect, it } from 'vitest';
import { version5Server } from '../../../../test/support/version-5-server.ts';
import { PASSWORD, USER } from '../../../../test/support/guarded-api.ts';
import { connect } from '../connect.ts';
import { parseAgentTarget } from '../target.ts';
import { alertsIn, limitsIn } from './limits.ts';
import { translated } from './translate.ts';
import { valueIn, viewsIn } from './values.ts';

const open = (port: number, password: string | null = null) =>
  connect({
    target: parseAgentTarget(`127.0.0.1:${port}`),
    major: '4',
    users: [USER],
    password: async () => password,
    timeoutMs: 20_000,
    maxBytes: 100_000,
  });

describe('a server of version 5', () => {
  it('is read in the shape of version 4', async () => {
    const { port } = await version5Server();
    const remote = await open(port);
    expect(remote.plugins.toSorted()).toEqual(['alert', 'cpu', 'fs', 'libversion', 'percpu', 'uptime']);
    const values = await remote.read(['cpu', 'fs', 'uptime', 'libversion', 'nope']);
    expect(Object.fromEntries(values)).toMatchObject({
      cpu: { total: 80, ctx_switches: null, ctx_switches_rate_per_sec: null },
      fs: [
        { mnt_point: '/', percent: 55.5, key: 'mnt_point' },
        { mnt_point: '/mnt/data', percent: 95, key: 'mnt_point' },
      ],
      uptime: '1 day, 2:03:04',
      libversion: '4.0.0',
      nope: { problem: 'absent' },
    });
    expect(await remote.limits()).toMatchObject({ cpu: { cpu_total_careful: 65, cpu_user_critical: 90 } });
    remote.close();
  });

  it('takes the password once for a token, and again when that is refused', async () => {
    const { port, asked, forgetTokens } = await version5Server(true);
    const remote = await open(port, PASSWORD);
    await remote.read(['cpu', 'fs']);
    const tokens = () => asked.filter((line) => line.startsWith('POST /api/5/token')).length;
    expect(tokens()).toBe(1);
    forgetTokens();
    expect((await remote.read(['cpu'])).get('cpu')).toMatchObject({ total: 80 });
    expect(tokens()).toBe(2);
    expect(asked.filter((line) => line.startsWith('GET /api/5') && !line.endsWith('Bearer'))).toEqual([
      'GET /api/5/pluginslist',
    ]);
    remote.close();
  });

  it('with a password and none at hand is refused as such', async () => {
    const { port } = await version5Server(true);
    await expect(open(port)).rejects.toMatchObject({ problem: 'password' });
  });
});

describe('values', () => {
  it('rates become counters again', () => {
    const envelope = {
      data: [
        { interface_name: 'eth0', bytes_recv: 100.7, bytes_sent: null, bytes_recv_cumul: 5000, is_up: true },
      ],
      time_since_update: 2,
      _key: 'interface_name',
      _levels: { eth0: { bytes_recv: { level: 'careful', prominent: false } } },
    };
    expect(valueIn('network', envelope)).toEqual([
      expect.objectContaining({
        key: 'interface_name',
        bytes_recv: 201,
        bytes_recv_gauge: 5000,
        bytes_recv_rate_per_sec: 100,
        bytes_sent: null,
        bytes_all: null,
        time_since_update: 2,
      }),
    ]);
    expect(viewsIn('network', envelope)).toMatchObject({
      eth0: { bytes_recv_rate_per_sec: { decoration: 'CAREFUL' } },
    });
  });

  it('have a time only where they cover one', () => {
    const envelope = { log: 2, phys: 2, time_since_update: 3, _levels: {} };
    expect(valueIn('core', envelope)).toEqual({ log: 2, phys: 2 });
    expect(valueIn('cpu', { ctx_switches: 2, time_since_update: 3 })).toMatchObject({ time_since_update: 3 });
  });

  it('processes have the time that their counters cover', () => {
    const envelope = { data: [{ pid: 1, io_counters: [2, 0, 1, 0, 1] }], time_since_update: 2, _key: 'pid' };
    expect(valueIn('processlist', envelope)).toEqual([
      expect.objectContaining({ key: 'pid', time_since_update: 2 }),
    ]);
  });

  it('limits and incidents have the names of version 4', () => {
    const limits = {
      network: { bytes_recv: { careful: 0.5 }, _per_item: { eth0: { bytes_sent: { warning: 0.25 } } } },
      fs: { _per_item: { '/': { percent: { critical: 95 } } } },
    };
    const network = { network_rx_careful: 50, network_eth0_tx_percent_warning: 25 };
    expect(limitsIn(limits)).toEqual({ network, fs: { 'fs_/_critical': 95 } });
    const incident = {
      plugin: 'fs',
      key: '/home',
      field: 'percent',
      level: 'critical',
      begin: 12.5,
      ongoing: true,
    };
    expect(alertsIn([incident, null, 7])).toEqual([
      { begin: 12, end: -1, state: 'CRITICAL', type: 'FS_/HOME', top: [] },
    ]);
  });

  it.each([null, 7, 'text', [], {}, { data: 7 }, { data: [null, 7] }, { _levels: 7, data: [{}] }])(
    'survive %j',
    async (reply) => {
      const ask = translated(async () => reply);
      for (const path of [
        'all',
        'all/limits',
        'all/views',
        'alert',
        'pluginslist',
        'raid',
        'smart',
        'cpu/history',
      ])
        await expect(ask(`/api/4/${path}`)).resolves.toBeDefined();
    },
  );
});
