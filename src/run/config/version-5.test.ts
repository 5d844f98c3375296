import { describe, expect, it } from 'vitest';
import { load } from '../../../test/support/load-settings.ts';
import { plugins } from '../../measure/plugins/index.ts';
import { ConfigError } from '../../core/errors.ts';
import { loadSettings } from './load.ts';

const HASH = `${'0f'.repeat(16)}$${'ab'.repeat(128)}`;

const read = (text: string, environment: Record<string, string> = {}) =>
  loadSettings({
    registry: plugins,
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => Buffer.from(text) },
    environment,
  });

describe('keys of Glances 5', () => {
  it('set the thresholds of Gander', async () => {
    const { settings, warnings, notices } = await read(
      [
        '[network]\nbytes_recv_careful=0.655\nbytes_sent_critical=0.9\nerrors_in_careful=3\neth0_bytes_recv_warning=0.4',
        '[processlist]\ncpu_percent_careful=40\nmemory_percent_critical=80',
        '[fs]\npercent_careful=60\n/home_percent_critical=95\n/home_percent_log=True',
        '[diskio]\nsda_read_bytes_careful=4000000\nrx_latency_careful=5',
        '[mem]\npercent_warning=75\npercent_critical_action=true',
        '[load]\nmin15_careful=0.5',
        '[wifi]\nquality_level_careful=-60',
        '[cpu]\ntotal_careful=55\ntotal_log=False',
        '[global]\nrefresh_time=5',
      ].join('\n'),
    );
    expect(warnings).toEqual([]);
    expect(settings.section('network')).toEqual({
      rx_careful: '65.5',
      tx_critical: '90',
      errors_in_careful: '3',
      eth0_rx_percent_warning: '40',
    });
    expect(settings.section('processlist')).toEqual({ cpu_careful: '40', mem_critical: '80' });
    expect(settings.section('fs')).toEqual({ careful: '60', '/home_critical': '95', '/home_log': 'True' });
    expect(settings.section('diskio')).toEqual({ sda_rx_careful: '4000000', rx_latency_careful: '5' });
    expect(settings.section('mem')).toEqual({ warning: '75', critical_action: 'true' });
    expect(settings.section('load')).toEqual({ careful: '0.5' });
    expect(settings.section('wifi')).toEqual({ careful: '-60' });
    expect(settings.section('cpu')).toEqual({ total_careful: '55', total_log: 'False' });
    expect(settings.refreshOf({ name: 'cpu' } as never)).toBe(5);
    expect(notices[0]).toBe(
      'g.conf:1: [network] has keys of Glances 5, read under their present names: bytes_recv_careful as rx_careful = 65.5, bytes_sent_critical as tx_critical = 90, eth0_bytes_recv_warning as eth0_rx_percent_warning = 40.',
    );
  });

  it('win over the former ones', async () => {
    const { settings } = await read('[network]\nrx_careful=10\nbytes_recv_careful=0.5\ntx_careful=20');
    expect(settings.section('network')).toEqual({ rx_careful: '50', tx_careful: '20' });
  });

  it('[alerts] has some of [alert], which wins', async () => {
    const { settings, notices, warnings } = await read(
      '[alerts]\nmin_duration_seconds=5\nhistory_size=200\nwarmup_cycles=3\n[alert]\nmax_events=20',
    );
    expect(settings.section('alert')).toEqual({ min_duration: '5', max_events: '20' });
    expect(notices).toEqual([
      'g.conf:1: [alerts] has keys of Glances 5, read under their present names: min_duration_seconds as [alert] min_duration, history_size as [alert] max_events.',
    ]);
    expect(warnings).toEqual([expect.stringContaining('warmup_cycles has no effect here')]);
  });

  it.each([
    ['[network]\nbytes_recv_careful=70', 'no share from 0 to 1. It is read as 70 %'],
    ['[network]\neth0_bytes_recv_careful=40', 'no share from 0 to 1. It is read as 40 %'],
    ['[cpu]\ntotal_min_duration_seconds=30', 'total_warning_for says how long'],
    ['[cpu]\ntotal_critical_apprise=json://x', 'Targets of notifications have sections'],
    ['[outputs]\nrate_limit_per_minute=60', 'rate_limit_per_minute has no effect here'],
    ['[outputs]\nauth_fail_per_minute=5', 'makes its address wait longer'],
    ['[outputs]\ntheme=dark', 'theme has no effect here'],
    ['[global]\nidle_refresh_factor=5', 'idle_refresh_factor has no effect here'],
    ['[ip]\npublic_api_allow_internal=True', 'has no key "public_api_allow_internal"'],
    ['[client]\ntimeout=3', 'there is no section [client]'],
  ])('%j is named in a warning', async (text, warning) => {
    expect((await read(text)).warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('[outputs] has the place and the password of the server', async () => {
    const text = `[outputs]\nbind_address=127.0.0.1\nport=61300\nusername=alice\npassword=${HASH}\ncors_allow_credentials=True`;
    const { sections, warnings } = await read(text);
    expect(warnings).toEqual([]);
    expect(sections.outputs).toMatchObject({
      bind_address: '127.0.0.1',
      port: 61_300,
      username: 'alice',
      password: expect.stringContaining(HASH),
      cors_credentials: true,
    });
    await expect(read('[outputs]\npassword=hunter2')).rejects.toThrow(ConfigError);
    const error = (await read('[outputs]\npassword=hunter2').catch((problem: unknown) => problem)) as Error;
    expect(error.message).not.toContain('hunter2');
  });
});

describe('variables GLANCES_<SECTION>__<KEY>', () => {
  it('win over the file', async () => {
    const { settings, sections, placeOf, warnings } = await read('[cpu]\ntotal_careful=55\nuser_careful=40', {
      GLANCES_CPU__TOTAL_CAREFUL: '60',
      GLANCES_GLOBAL__REFRESH: '7',
      GLANCES_NETWORK__BYTES_RECV_CAREFUL: '0.5',
      GLANCES_OPT: '-w',
      GLANCES_CONFIG_FILE: '/x',
      OTHER__KEY: '1',
    });
    expect(warnings).toEqual([]);
    expect(settings.section('cpu')).toEqual({ total_careful: '60', user_careful: '40' });
    expect(settings.section('network')).toEqual({ rx_careful: '50' });
    expect(sections.global.refresh).toBe(7);
    expect(placeOf('cpu', 'total_careful')).toBe('variable GLANCES_CPU__TOTAL_CAREFUL');
  });

  it('are named where they are wrong', async () => {
    const wrong = read('', { GLANCES_CPU__TOTAL_CAREFUL: 'many' });
    await expect(wrong).rejects.toThrow('variable GLANCES_CPU__TOTAL_CAREFUL: [cpu] total_careful = many');
    expect((await read('', { GLANCES_CPU__TOTALS: '1' })).warnings).toEqual([
      expect.stringContaining('variable GLANCES_CPU__TOTALS: [cpu] has no key "totals"'),
    ]);
  });
});

it('a file of version 4 is read as before', async () => {
  const { settings, notices } = await load('[cpu]\nuser_careful=50\n[network]\nhide=lo');
  expect(settings.section('network')).toEqual({ hide: 'lo' });
  expect(notices).toEqual([]);
});
