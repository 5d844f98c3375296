import { parseOsReleaseValues } from '../../../measure/linux/os-release.ts';
import { zoneName } from '../../../core/strftime.ts';
import { parsePressure } from '../../../measure/linux/pressure.ts';
import { parseSchedstat } from '../../../measure/linux/schedstat.ts';
import { numberAt } from '../number-at.ts';
import type { Collector } from '../collector.ts';

export const uname: Collector = {
  name: 'uname',
  collect(host, put, kept) {
    const text = (file: string): string => host.readText(`/proc/sys/kernel/${file}`) ?? '';
    const [release = '', type = '', version = ''] = kept('uname', () =>
      ['osrelease', 'ostype', 'version'].map(text),
    );
    put(
      'node_uname_info',
      'The system, as uname(2) tells it.',
      1,
      ['domainname', text('domainname')],
      ['machine', host.machine],
      ['nodename', text('hostname')],
      ['release', release],
      ['sysname', type],
      ['version', version],
    );
  },
};

const OS_LABELS =
  'build_id id id_like image_id image_version name pretty_name variant variant_id version version_codename version_id'.split(
    ' ',
  );

export const os: Collector = {
  name: 'os',
  collect(host, put, kept) {
    const values = kept('os', () => parseOsReleaseValues(host.read('/etc/os-release')));
    const get = (label: string): string => values.get(label.toUpperCase()) ?? '';
    put('node_os_info', 'The distribution.', 1, ...OS_LABELS.map((label) => [label, get(label)] as const));
    const [version] = /^\d{1,9}(?:\.\d{1,9})?/.exec(get('version_id')) ?? [];
    put(
      'node_os_version',
      'Version of the distribution, major and minor part.',
      version === undefined ? null : Number(version),
      ['id', get('id')],
      ['id_like', get('id_like')],
      ['name', get('name')],
    );
  },
};

const CLOCKS = '/sys/devices/system/clocksource/clocksource0';

export const time: Collector = {
  name: 'time',
  collect(host, put, kept) {
    const now = host.clock.now();
    put('node_time_seconds', 'The clock, seconds since 1970.', now / 1000);
    // Minutes west of Greenwich; changes with summer time.
    const offset = new Date(now).getTimezoneOffset();
    put(
      'node_time_zone_offset_seconds',
      'Offset of the local time.',
      // The sum avoids negative zero.
      0 - offset * 60,
      ['time_zone', kept(`time zone ${offset}`, () => zoneName(new Date(now)))],
    );
    const clocks = (file: string): string[] =>
      host.readText(`${CLOCKS}/${file}`)?.split(/\s+/).filter(Boolean) ?? [];
    const put1 = (kind: string, name: string): void =>
      put(
        `node_time_clocksource_${kind}_info`,
        `The ${kind} source of time.`,
        1,
        ['clocksource', name],
        ['device', '0'],
      );
    for (const name of kept('clocks', () => clocks('available_clocksource'))) put1('available', name);
    for (const name of clocks('current_clocksource')) put1('current', name);
  },
};

export const filefd: Collector = {
  name: 'filefd',
  collect(host, put) {
    const [allocated, , maximum] = host.readText('/proc/sys/fs/file-nr')?.split(/\s+/) ?? [];
    put('node_filefd_allocated', 'File handles in use.', Number(allocated));
    put('node_filefd_maximum', 'Most there can be.', Number(maximum));
  },
};

export const entropy: Collector = {
  name: 'entropy',
  collect(host, put) {
    const bits = (file: string) => numberAt(host, `/proc/sys/kernel/random/${file}`);
    put('node_entropy_available_bits', 'Random bits at hand.', bits('entropy_avail'));
    put('node_entropy_pool_size_bits', 'Random bits there can be.', bits('poolsize'));
  },
};

export const selinux: Collector = {
  name: 'selinux',
  collect(host, put) {
    const enforced = numberAt(host, '/sys/fs/selinux/enforce');
    put('node_selinux_enabled', 'SELinux is there.', Number(enforced !== null));
  },
};

/** Missing for interrupts, which stall all tasks or none. */
const STALLS = {
  cpu: [['some', 'cpu_waiting']],
  io: [
    ['some', 'io_waiting'],
    ['full', 'io_stalled'],
  ],
  memory: [
    ['some', 'memory_waiting'],
    ['full', 'memory_stalled'],
  ],
  irq: [['full', 'irq_stalled']],
} as const;

export const pressure: Collector = {
  name: 'pressure',
  collect(host, put, kept) {
    const resources = kept('pressure', () => host.list('/proc/pressure'));
    for (const [resource, stalls] of Object.entries(STALLS)) {
      // Interrupts since Linux 6.1 only.
      if (!resources.includes(resource)) continue;
      const measured = parsePressure(host.read(`/proc/pressure/${resource}`));
      for (const [kind, name] of stalls) {
        const help = kind === 'some' ? 'Time that some task waited.' : 'Time that no task could go on.';
        const stall = measured[kind];
        put(`node_pressure_${name}_seconds_total`, help, stall && stall.total / 1e6);
      }
    }
  },
};

export const schedstat: Collector = {
  name: 'schedstat',
  collect(host, put) {
    for (const { cpu, running, waiting, timeslices } of parseSchedstat(host.read('/proc/schedstat'))) {
      const label = ['cpu', String(cpu)] as const;
      put('node_schedstat_running_seconds_total', 'Time that tasks ran.', running / 1e9, label);
      put('node_schedstat_waiting_seconds_total', 'Time that tasks waited to run.', waiting / 1e9, label);
      put('node_schedstat_timeslices_total', 'Time slices.', timeslices, label);
    }
  },
};

/** Tasks that waited uninterruptibly for long (kernel/hung_task.c), since Linux 6.13. */
export const kernelHung: Collector = {
  name: 'kernel_hung',
  isUntyped: true,
  collect(host, put) {
    put(
      'node_kernel_hung_task_detect_count',
      'Tasks that the kernel found to hang.',
      numberAt(host, '/proc/sys/kernel/hung_task_detect_count'),
    );
  },
};
