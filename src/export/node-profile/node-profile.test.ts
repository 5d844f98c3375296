import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecordedHost } from '../../../test/support/fake-host.ts';
import { sample } from '../../../test/support/sample.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { createProcessMetrics } from '../metrics/process.ts';
import { sampleName } from '../metrics/family.ts';
import { OPTIONAL_COLLECTORS } from '../metrics/options.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { COLLECTORS } from './collectors/index.ts';
import { textfileIn } from './collectors/textfile.ts';
import type { Put } from './collector.ts';
import { createNodeProfile, type NodeProfile } from './node-profile.ts';

const namesIn = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
const recorded = (name: string): string => Buffer.from(sample(name)).toString('utf8');
const files = (folder: string, texts: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${folder}/${path}`, `${text}\n`]));

/** A machine with one of everything. */
const MACHINE = {
  ...files('proc', {
    stat: recorded('stat'),
    swaps:
      'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/dm-1                               partition\t1000\t\t20\t\t-2',
    loadavg: '0.50 0.40 0.30 2/300 4711',
    meminfo: `${recorded('meminfo')}HardwareCorrupted:     0 kB\nVmallocTotal: 8 kB\n`,
    vmstat: 'pgpgin 1\npgpgout 2\npswpin 3\npswpout 4\npgfault 5\npgmajfault 6\noom_kill 7\nnr_dirty 8',
    diskstats: recorded('diskstats'),
    interrupts: recorded('interrupts'),
    schedstat: recorded('schedstat'),
    mdstat: recorded('mdstat'),
    'self/mounts':
      '/dev/vda / ext4 ro 0 0\nserver:/x /x nfs4 rw 0 0\nproc /proc proc rw 0 0\n/dev/vda /run/a ext4 rw 0 0',
    '7/stat': recorded('pid-stat'),
    'net/dev': recorded('net-dev'),
    'net/netstat':
      `${recorded('net-snmp')}TcpExt: SyncookiesSent SyncookiesRecv SyncookiesFailed ListenOverflows ListenDrops ` +
      'TCPSynRetrans TCPTimeouts TCPOFOQueue TCPRcvQDrop\nTcpExt: 1 2 3 4 5 6 7 8 9\n' +
      'IpExt: InOctets OutOctets\nIpExt: 10 11',
    'net/snmp': recorded('net-snmp'),
    'net/snmp6': recorded('net-snmp6'),
    'net/sockstat': recorded('sockstat'),
    'net/softnet_stat': recorded('softnet-stat'),
    'net/arp': recorded('net-arp'),
    'net/udp': recorded('net-udp'),
    'net/tcp': recorded('net-tcp'),
    'net/stat/nf_conntrack': recorded('conntrack-stat'),
    'pressure/cpu': 'some avg10=1.00 avg60=0.50 avg300=0.10 total=2500000',
    'pressure/io': recorded('pressure'),
    'pressure/memory': recorded('pressure'),
    'pressure/irq': 'full avg10=0.00 avg60=0.00 avg300=0.00 total=12',
  }),
  ...files('proc/sys', {
    'net/netfilter/nf_conntrack_count': 5,
    'net/netfilter/nf_conntrack_max': 100,
    'fs/file-nr': '1959\t0\t2466177',
    'kernel/random/entropy_avail': 256,
    'kernel/random/poolsize': 256,
    'kernel/hostname': 'host "1"',
    'kernel/pid_max': 32768,
    'kernel/hung_task_detect_count': 2,
    'kernel/threads-max': 1000,
  }),
  ...files('sys/class', {
    'hwmon/hwmon0/name': 'coretemp',
    'hwmon/hwmon0/temp1_input': 45000,
    'hwmon/hwmon0/temp1_max': 80000,
    'hwmon/hwmon0/temp1_crit': 100000,
    'hwmon/hwmon0/temp1_crit_hyst': 90000,
    'hwmon/hwmon0/temp1_crit_alarm': 0,
    'hwmon/hwmon0/temp1_label': 'Package',
    'hwmon/hwmon0/fan1_input': 1200,
    'hwmon/hwmon0/fan1_min': 600,
    'thermal/thermal_zone0/type': 'acpitz',
    'thermal/thermal_zone0/temp': 27800,
    'thermal/cooling_device0/type': 'Processor',
    'thermal/cooling_device0/cur_state': 1,
    'thermal/cooling_device0/max_state': 10,
    'power_supply/AC/online': 1,
    'power_supply/AC/type': 'Mains',
    'net/bonding_masters': 'bond0',
    'net/bond0/bonding/slaves': 'eth0 eth1',
    'net/bond0/lower_eth0/bonding_slave/mii_status': 'up',
    'net/bond0/lower_eth1/bonding_slave/mii_status': 'down',
    'net/eth0/operstate': 'up',
    'net/eth0/speed': 1000,
    'net/eth0/mtu': 1500,
    'net/eth0/carrier': 1,
    'net/eth0/tx_queue_len': 1000,
    'net/eth0/flags': '0x1003',
  }),
  ...files('sys/devices/system/edac/mc', {
    'mc0/ce_count': 5,
    'mc0/ue_count': 1,
    'mc0/ce_noinfo_count': 2,
    'mc0/ue_noinfo_count': 0,
    'mc0/csrow0/ce_count': 3,
    'mc0/csrow0/ue_count': 1,
    'mc0/rank0/dimm_ce_count': 3,
    'mc0/rank0/dimm_label': 'repeats the row',
    'mc1/ce_count': 7,
    'mc1/ue_count': 0,
    'mc1/dimm3/dimm_ce_count': 7,
    'mc1/dimm3/dimm_label': 'CPU_SrcID#0_MC#1_Chan#3_DIMM#0',
  }),
  ...files('sys/devices/system/cpu/cpu0', {
    'cpufreq/scaling_cur_freq': 1800000,
    'cpufreq/scaling_max_freq': 3600000,
    'cpufreq/scaling_min_freq': 800000,
    'thermal_throttle/core_throttle_count': 3,
    'thermal_throttle/package_throttle_count': 4,
    'topology/core_id': 0,
    'topology/physical_package_id': 0,
  }),
  'statfs.json': JSON.stringify({
    '/': { blockSize: 4096, blocks: 100, blocksFree: 50, blocksAvailable: 40, files: 10, filesFree: 9 },
  }),
};

const SYSTEMCTL = `run/${[
  'systemctl show * --all --no-pager',
  '--property=Id,LoadState,ActiveState,Type,NAccepted,NConnections,NRefused,NRestarts',
].join(' ')}.json`;

const TREE: Tree = new Map<string, string | { linkTo: string }>(Object.entries(MACHINE))
  .set('sys/class/hwmon/hwmon1', { linkTo: '../../devices/platform/nct6775.656/hwmon/hwmon1' })
  .set('sys/devices/platform/nct6775.656/hwmon/hwmon1/in0_input', '1100\n')
  .set('timex.json', JSON.stringify({ state: 5, bytes: Buffer.from(sample('timex')).toString('base64') }))
  .set(SYSTEMCTL, JSON.stringify({ code: 0, stdout: recorded('systemctl-show') }));

const textOf = async (profile: NodeProfile): Promise<string> => (await profile.texts()).join('');

describe('profile node', async () => {
  const text = await textOf(createNodeProfile(createRecordedHost(TREE), OPTIONAL_COLLECTORS));

  it('has what the dashboard "Node Exporter Full" asks for', () => {
    const asked = readFileSync(
      new URL('../../../test/fixtures/node-exporter-full.txt', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n');
    const own = createProcessMetrics();
    const served = new Set([...namesIn(text), ...own.collect(0).map(sampleName)]);
    own.stop();
    const missing = asked.filter((name) => !served.has(name));
    expect(missing).toEqual([]);
    expect(asked.length - missing.length).toBe(227);
  });

  it.each([
    'node_cpu_core_throttles_total{core="0",package="0"} 3',
    'node_uname_info{domainname="",machine="x86_64",nodename="host \\"1\\"",release="",sysname="",version=""} 1',
    'node_filesystem_files_free{device="/dev/vda",fstype="ext4",mountpoint="/"} 9',
    'node_filesystem_readonly{device="/dev/vda",fstype="ext4",mountpoint="/"} 1',
    'node_filesystem_device_error{device="server:/x",fstype="nfs4",mountpoint="/x"} 1',
    'node_network_speed_bytes{device="eth0"} 125000000',
    'node_network_flags{device="eth0"} 4099',
    'node_bonding_active{master="bond0"} 1',
    'node_bonding_slaves{master="bond0"} 2',
    'node_hwmon_temp_celsius{chip="coretemp",sensor="temp1"} 45',
    'node_hwmon_chip_names{chip="coretemp",chip_name="coretemp"} 1',
    'node_hwmon_in_volts{chip="platform_nct6775_656",sensor="in0"} 1.1',
    'node_thermal_zone_temp{type="acpitz",zone="0"} 27.8',
    'node_cpu_scaling_frequency_hertz{cpu="0"} 1800000000',
    'node_pressure_cpu_waiting_seconds_total 2.5',
    'node_pressure_irq_stalled_seconds_total 0.000012',
    'node_md_disks{device="md1",state="failed"} 1',
    'node_md_disks{device="md1",state="active"} 2',
    'node_md_disks_required{device="md1"} 3',
    'node_md_state{device="md1",state="recovering"} 1',
    'node_md_blocks_synced{device="md1"} 93857792',
    'node_schedstat_waiting_seconds_total{cpu="1"} 2.235482374',
    'node_udp_queues{queue="rx",ip="v4"} 768',
    'node_filefd_maximum 2466177',
    'node_vmstat_oom_kill 7',
    'node_swap_size_bytes{device="/dev/dm-1",type="partition"} 1024000',
    'node_swap_used_bytes{device="/dev/dm-1",type="partition"} 20480',
    'node_swap_priority{device="/dev/dm-1",type="partition"} -2',
    'node_kernel_hung_task_detect_count 2',
    'node_edac_correctable_errors_total{controller="1"} 7',
    'node_edac_uncorrectable_errors_total{controller="0"} 1',
    'node_edac_csrow_correctable_errors_total{controller="0",csrow="unknown"} 2',
    'node_edac_csrow_correctable_errors_total{controller="0",csrow="0"} 3',
    'node_edac_dimm_correctable_errors_total{controller="1",dimm="3",dimm_label="CPU_SrcID#0_MC#1_Chan#3_DIMM#0"} 7',
    'node_netstat_TcpExt_TCPRcvQDrop 9',
    'node_processes_state{state="R"} 1',
    'node_scrape_collector_success{collector="dmi"} 0',
    'node_systemd_units{state="active"} 3',
    'node_timex_sync_status 0',
    'node_timex_tick_seconds 0.01',
    'node_systemd_unit_state{name="backup.service",state="failed",type="oneshot"} 1',
    'node_systemd_unit_state{name="ssh.service",state="failed",type="simple"} 0',
    'node_systemd_service_restart_total{name="ssh.service"} 3',
    'node_systemd_socket_refused_connections_total{name="cups.socket"} 2',
  ])('has %s', (line) => expect(text.split('\n')).toContain(line));

  it('leaves out partitions, pseudo file systems and mounts of other programs', () => {
    expect(text).not.toMatch(/device="\w*(?:sd[a-z]|vda)\d/);
    expect(text).not.toContain('fstype="proc"');
    expect(text).not.toContain('mountpoint="/run/a"');
  });

  it('counts errors of memory once where rows and modules have them', () => {
    expect(text).not.toContain('repeats the row');
  });

  it('leaves out units that are not there, and those that never fail', () => {
    expect(text).not.toMatch(/name="(?:gone\.service|dev-sda1\.device)"/);
  });

  it('has types as node_exporter has them', () => {
    expect(text).toContain('# TYPE node_vmstat_pgfault untyped');
    expect(text).toContain('# TYPE node_netstat_Tcp_CurrEstab untyped');
    expect(text).toContain('# TYPE node_cpu_seconds_total counter');
    expect(text).toContain('# TYPE node_memory_MemTotal_bytes gauge');
  });
});

it('reads costly things only where they are asked for', async () => {
  const names = namesIn(await textOf(createNodeProfile(createRecordedHost(TREE), ['tcpstat'])));
  expect(names).toContain('node_tcp_connection_states');
  expect(names).not.toContain('node_processes_pids');
  expect(COLLECTORS.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual([
    ...OPTIONAL_COLLECTORS,
  ]);
});

it('reads names and limits of the hardware again after some minutes, all else at every scrape', async () => {
  const host = createRecordedHost(TREE);
  const profile = createNodeProfile(host, []);
  const lines = async (): Promise<string[]> => (await textOf(profile)).split('\n');
  const changed = new Map(TREE)
    .set('sys/class/net/eth0/mtu', '9000\n')
    .set('sys/class/hwmon/hwmon0/temp1_input', '46000\n')
    .set('sys/class/hwmon/hwmon0/temp1_max', '81000\n');
  const first = await lines();
  host.useTree(changed);
  const soon = await lines();
  await host.clock.advance(301_000);
  const later = await lines();
  const of = (name: string) =>
    [first, soon, later].map((all) =>
      Number(
        all
          .find((line) => line.startsWith(`${name}{`))
          ?.split(' ')
          .at(-1),
      ),
    );
  expect(of('node_network_mtu_bytes')).toEqual([1500, 9000, 9000]);
  expect(of('node_hwmon_temp_celsius')).toEqual([45, 46, 46]);
  expect(of('node_hwmon_temp_max_celsius')).toEqual([80, 80, 81]);
});

it('counts processes on where the kernel prints them as negative', async () => {
  const tree: Tree = new Map([['proc/stat', 'cpu 1 2 3 4\nprocesses -1948031333\n']]);
  const text = await textOf(createNodeProfile(createRecordedHost(tree), []));
  expect(text).toContain('\nnode_forks_total 2346935963\n');
});

describe('files of other programs', () => {
  const textOf = async (folder: string, isLocal = true): Promise<string> => {
    const own = { name: 'own', collect: (_: unknown, put: Put) => put('node_load1', 'Load.', 1) };
    const collectors = [own, textfileIn(['/no/such/folder', folder])];
    const texts = await createNodeProfile(createRecordedHost(new Map(), { isLocal }), [], collectors).texts();
    return texts.join('').replaceAll(/.*scrape_collector.*\n/g, '');
  };

  it('have the names that they have there, once, and never those of collectors', async () => {
    const folder = temporaryTree({
      'a.prom': '# HELP backup_age_seconds Age.\nbackup_age_seconds{host="a"} 5\nnode_load1 99\n',
      'b.prom': 'backup_age_seconds{host="a"} 6\nupdates 2\nbad\n',
      'c.txt': 'other 1\n',
    });
    utimesSync(join(folder, 'a.prom'), 100, 100);
    utimesSync(join(folder, 'b.prom'), 200, 200);
    const text = await textOf(folder);
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'node_load1 1',
      `node_textfile_mtime_seconds{file="${folder}/a.prom"} 100`,
      `node_textfile_mtime_seconds{file="${folder}/b.prom"} 200`,
      'backup_age_seconds{host="a"} 5',
      'updates 2',
      'node_textfile_scrape_error 1',
    ]);
  });

  it('are those of this machine only', async () => {
    expect(await textOf(temporaryTree({ 'a.prom': 'a 1\n' }), false)).not.toContain('textfile_');
  });
});
