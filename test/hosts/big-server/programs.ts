import { utf8 } from '../../../scripts/support/tree.ts';
import { range } from './model.ts';
import { QUIET, argv } from './process.ts';
import type { Process } from './process.ts';
import { createRandom } from './random.ts';

type Part = Partial<Process> & { pid: number; comm: string };

const USER1 = { uid: 1000, gid: 1000 };
const POSTGRES = { uid: 108, gid: 112 };
const WEB = { uid: 33, gid: 33 };
const MIB = 2 ** 20;
const MIB_PAGES = 256;

/** Step 2 comes 200 ticks after step 1, which is this many ticks after boot. */
const NOW = 362_880_000;

/** Processes with a share of CPU to recognise: ticks of 200 within the two seconds, so 300 are 150 %. */
const BUSY: Part[] = [
  {
    pid: 2001,
    comm: 'solver',
    cmdline: argv('/opt/solver/bin/solver', '--threads', '2'),
    ...USER1,
    state: 'R',
    threads: 3,
    user: [9_000_000, 200],
    system: [400_000, 100],
    virtualPages: 4096 * MIB_PAGES,
    residentPages: 2048 * MIB_PAGES,
    cpu: 4,
  }, // 150 %
  {
    pid: 2002,
    comm: 'java',
    cmdline: argv('/usr/bin/java', '-Xmx64g', '-jar', '/srv/app/app.jar'),
    ...USER1,
    threads: 412,
    user: [88_000_000, 700],
    system: [9_000_000, 100],
    virtualPages: 80_000 * MIB_PAGES,
    residentPages: 65_536 * MIB_PAGES,
    sharedPages: 32 * MIB_PAGES,
  }, // 400 %
  {
    pid: 2003,
    comm: 'qemu-system-x86',
    cmdline: argv('/usr/bin/qemu-system-x86_64', '-name', 'guest=vm1', '-m', '32768'),
    uid: 64_055,
    gid: 109,
    threads: 12,
    user: [70_000_000, 380],
    system: [5_000_000, 20],
    virtualPages: 34_000 * MIB_PAGES,
    residentPages: 32_768 * MIB_PAGES,
    io: { read: [900 * MIB, 4 * MIB], written: [700 * MIB, 2 * MIB] },
  }, // 200 %
  {
    pid: 2004,
    comm: 'python3',
    cmdline: argv('python3', 'train.py', '--epochs', '10'),
    ...USER1,
    state: 'R',
    user: [600_000, 200],
    cpu: 0,
  }, // 100 %
  {
    pid: 2005,
    comm: 'ffmpeg',
    cmdline: argv('ffmpeg', '-i', '/mnt/media/ä ö.mkv', 'out.mp4'),
    ...USER1,
    nice: 10,
    state: 'R',
    user: [300_000, 145],
    system: [1000, 5],
  }, // 75 %
  {
    pid: 2006,
    comm: 'rsync',
    cmdline: argv('rsync', '-a', '/home/', '/tank/backup/'),
    state: 'D',
    user: [20_000, 60],
    system: [40_000, 40],
    ioDelay: 123_456,
    io: { read: [500 * MIB, 100 * MIB], written: [400 * MIB, 50 * MIB] },
  }, // 50 %, 50 MiB/s read
  {
    pid: 2007,
    comm: 'postgres',
    cmdline: `${utf8('postgres: app app 192.0.2.20(40123) SELECT')}\0`,
    ...POSTGRES,
    user: [10_000, 40],
    system: [9000, 10],
    swapKb: 20_480,
    residentPages: 900 * MIB_PAGES,
    sharedPages: 850 * MIB_PAGES,
    virtualPages: 9000 * MIB_PAGES,
  }, // 25 %
  {
    pid: 2008,
    comm: 'prometheus',
    cmdline: argv('/usr/bin/prometheus', '--storage.tsdb.path=/var/lib/data'),
    uid: 110,
    gid: 114,
    threads: 80,
    user: [5_000_000, 20],
    system: [700_000, 5],
    io: { read: [MIB, 0], written: [800 * MIB, MIB] },
  }, // 12.5 %
];

/** Names, arguments and states that break careless readers. */
const ODD: Part[] = [
  { pid: 3001, comm: 'Web Content', cmdline: argv('/usr/lib/firefox/firefox', '-contentproc'), ...USER1 },
  { pid: 3002, comm: '(sd-pam)', cmdline: argv('(sd-pam)'), ...USER1 },
  { pid: 3003, comm: ') R 1 1 (', cmdline: argv('./parentheses'), ...USER1 },
  { pid: 3004, comm: 'two\nlines', cmdline: argv('./two\nlines', 'a\nb'), ...USER1 },
  { pid: 3005, comm: 'back\\slash', cmdline: argv('./back\\slash'), ...USER1 },
  { pid: 3006, comm: 'caf\xe9\xff', cmdline: 'caf\xe9\xff\0\xfe\0', ...USER1 },
  { pid: 3007, comm: utf8('größe'), cmdline: argv('./größe', '数据'), ...USER1 },
  { pid: 3008, comm: '', cmdline: argv('./nameless'), ...USER1 },
  {
    pid: 3009,
    comm: 'a-rather-long-n',
    cmdline: argv('/opt/tools/a-rather-long-name-for-a-program', '-v'),
    ...USER1,
  },
  { pid: 3010, comm: 'exactly-fifteen', cmdline: argv('/bin/exactly-fifteen'), ...USER1 },
  {
    pid: 3011,
    comm: 'other-fifteen-c',
    cmdline: argv('/usr/bin/python3', '/bin/other-fifteen-characters'),
    ...USER1,
  },
  { pid: 3012, comm: 'nginx', cmdline: `${utf8('nginx: master process /usr/sbin/nginx -g daemon on;')}\0` },
  { pid: 3013, comm: 'sshd', cmdline: utf8('sshd: user1@pts/0'), ...USER1 },
  { pid: 3014, comm: 'empty-args', cmdline: argv('./empty-args', '', '--last', ''), ...USER1 },
  { pid: 3015, comm: 'gone-worker', parent: 3012, state: 'Z', ...zombie() },
  { pid: 3016, comm: 'sh', parent: 2002, state: 'Z', ...zombie(), ...USER1 },
  { pid: 3017, comm: 'vim', cmdline: argv('vim', 'notes.txt'), state: 'T', ...USER1 },
  { pid: 3018, comm: 'gdb', cmdline: argv('gdb', '-p', '3019'), ...USER1 },
  { pid: 3019, comm: 'debuggee', cmdline: argv('./debuggee'), parent: 3018, state: 't', ...USER1 },
  { pid: 3020, comm: 'vault', cmdline: argv('/usr/bin/vault', 'server'), uid: 111, gid: 115, io: null },
  { pid: 3021, comm: 'orphan', cmdline: argv('./orphan'), uid: 4242, gid: 4242 },
  { pid: 3022, comm: 'stress', cmdline: argv('stress', 'x'.repeat(4000)), nice: 19, ...USER1 },
  { pid: 4_194_303, comm: 'last-pid', cmdline: argv('./last-pid'), ...USER1 },
  // come and go
  {
    pid: 30_001,
    comm: 'first-only',
    cmdline: argv('./first-only'),
    ...USER1,
    startTime: NOW - 100,
    user: [50, 0],
    only: 1,
  },
  {
    pid: 30_002,
    comm: 'second-only',
    cmdline: argv('./second-only'),
    ...USER1,
    startTime: NOW + 150,
    user: [10, 0],
    only: 2,
  },
  {
    pid: 30_003,
    comm: 'backup.sh',
    cmdline: argv('/bin/sh', './backup.sh'),
    startTime: NOW - 60_000,
    user: [5000, 0],
    system: [5000, 0],
    only: 1,
  },
  {
    pid: 30_003,
    comm: 'logrotate',
    cmdline: argv('/usr/sbin/logrotate'),
    startTime: NOW + 100,
    user: [3, 0],
    system: [1, 0],
    only: 2,
  },
];

/** Bulk items for long lists: number and properties. */
const CROWDS: [count: number, part: Omit<Part, 'pid'>][] = [
  [64, { comm: 'nginx', cmdline: `${utf8('nginx: worker process')}\0`, ...WEB, parent: 3012 }],
  [
    80,
    {
      comm: 'postgres',
      cmdline: `${utf8('postgres: app app [local] idle')}\0`,
      ...POSTGRES,
      sharedPages: 700,
    },
  ],
  [60, { comm: 'php-fpm8.2', cmdline: `${utf8('php-fpm: pool www')}\0`, ...WEB }],
  [
    30,
    {
      comm: 'containerd-shim',
      cmdline: argv('/usr/bin/containerd-shim-runc-v2', '-namespace', 'moby'),
      threads: 12,
    },
  ],
  [30, { comm: 'bash', cmdline: argv('-bash'), ...USER1 }],
];

const SERVICES = [
  'systemd',
  'systemd-journald',
  'systemd-udevd',
  'dbus-daemon',
  'cron',
  'dockerd',
  'containerd',
  'chronyd',
  'zed',
];

/** Programs: with the kernel's 278 threads 600 processes at each step. */
export function listPrograms(): Process[] {
  const services = SERVICES.map((name, index) => service(index === 0 ? 1 : 900 + index, name));
  const crowds = CROWDS.flatMap(([count, part], crowd) =>
    range(count).map((index): Part => Object.assign({ pid: 10_000 + crowd * 1000 + index }, part)),
  );
  const fill = range(16).map((index): Part => ({
    pid: 20_000 + index,
    comm: 'sleep',
    cmdline: argv('sleep', 'infinity'),
  }));
  return vary([...services, ...BUSY, ...ODD, ...crowds, ...fill]);
}

function service(pid: number, name: string): Part {
  const parent = pid === 1 ? 0 : 1;
  return {
    pid,
    parent,
    comm: name.slice(0, 15),
    cmdline: argv(`/usr/lib/systemd/${name}`),
    user: [50_000, 0],
  };
}

function zombie(): Partial<Process> {
  return { cmdline: '', virtualPages: 0, residentPages: 0, sharedPages: 0, textPages: 0 };
}

/** Fills missing properties with plausible values. */
function vary(parts: Part[]): Process[] {
  const random = createRandom(5);
  return parts.map((part) => {
    const residentPages = random.integer(1024, 20_000);
    const virtualPages = residentPages + random.integer(4000, 400_000);
    const startTime = random.integer(2000, NOW - 100_000);
    const [user, system] = [random.integer(10, 90_000), random.integer(10, 9000)];
    const cpu = random.integer(0, 63);
    return {
      ...QUIET,
      residentPages,
      virtualPages,
      startTime,
      user: [user, 0],
      system: [system, 0],
      cpu,
      ...part,
    };
  });
}
