/** Real incidents, caused on this machine: small programs in control groups, namespaces and loop devices. Needs root. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHangingMounts } from '../../test/support/hanging-mount.ts';
import type { Cause } from '../../src/keep/explain/explanation.ts';

const ROOT = '/sys/fs/cgroup';
const MIB = 2 ** 20;

/** Ends what it has begun, last first. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'gander-incident-'));
  readonly #undo: (() => void)[] = [() => rmSync(this.folder, { recursive: true, force: true })];

  undo(action: () => void): void {
    this.#undo.push(action);
  }

  /** A program that is killed with all its children at the end. */
  run(program: string, ...args: readonly string[]): number {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, cwd: this.folder });
    const { pid } = child;
    if (pid === undefined) throw new Error(`${program} cannot be started`);
    this.undo(() => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    });
    return pid;
  }

  /** A control group of the first version, for a command line that begins inside of it. */
  group(controller: string, files: Readonly<Record<string, string>>): string {
    const path = `${ROOT}/${controller}/gander-incident`;
    mkdirSync(path, { recursive: true });
    for (const [name, value] of Object.entries(files)) writeFileSync(join(path, name), value);
    this.undo(() => {
      for (let attempt = 0; existsSync(path) && attempt < 50; attempt += 1) {
        try {
          rmdirSync(path);
        } catch {
          execFileSync('sleep', ['0.1']);
        }
      }
    });
    return path;
  }

  within(group: string, ...argv: readonly string[]): number {
    return this.run('/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs"; exec "$@"', group, ...argv);
  }

  /** A file system of its own on a loop device. */
  disk(size: number): string {
    const image = join(this.folder, 'image');
    const path = join(this.folder, 'disk');
    mkdirSync(path);
    execFileSync('truncate', ['-s', String(size), image]);
    execFileSync('mkfs.ext4', ['-q', '-F', image]);
    execFileSync('mount', ['-o', 'loop', image, path]);
    this.undo(() => execFileSync('umount', ['-l', path]));
    return path;
  }

  end(): void {
    for (const action of this.#undo.splice(0).toReversed()) {
      try {
        action();
      } catch (error) {
        console.error(`Not undone: ${(error as Error).message}`);
      }
    }
  }
}

export interface IncidentKind {
  readonly causes: readonly Cause[];
  readonly programs: readonly string[];
  /** Before the quiet time; what it starts is usual. */
  prepare?(stage: Stage): void | Promise<void>;
  begin(stage: Stage): void | Promise<void>;
}

const stress = (stage: Stage, ...args: readonly string[]): number =>
  stage.run('stress-ng', '--quiet', ...args);
const perl = (stage: Stage, code: string, ...args: readonly string[]): number =>
  stage.run('perl', '-e', code, ...args);
const shell = (stage: Stage, code: string, ...args: readonly string[]): number =>
  stage.run('/bin/sh', '-c', code, ...args);

const SPIN = 'while :; do :; done';
/** Sleeps for a third of a second. */
const PERL_REST = 'select undef,undef,undef,.3';

let worker = 0;
let mounted = '';

/** Two hosts that a pair of interfaces joins: this one has 10.213.9.1, the other 10.213.9.2. */
function joinHosts(stage: Stage): void {
  const ip = (...args: readonly string[]): void => void execFileSync('ip', args);
  ip('netns', 'add', 'gander-i');
  stage.undo(() => ip('netns', 'del', 'gander-i'));
  ip('link', 'add', 'gi0', 'type', 'veth', 'peer', 'name', 'gi1');
  ip('link', 'set', 'gi1', 'netns', 'gander-i');
  ip('addr', 'add', '10.213.9.1/24', 'dev', 'gi0');
  ip('link', 'set', 'gi0', 'up');
  ip('-n', 'gander-i', 'addr', 'add', '10.213.9.2/24', 'dev', 'gi1');
  ip('-n', 'gander-i', 'link', 'set', 'gi1', 'up');
}

/** A device below the stage's folder that answers few requests. */
function slowDisk(stage: Stage, limits: Readonly<Record<string, string>>): string {
  const [major, minor] = execFileSync('stat', ['-c', '%Hd:%Ld', stage.folder]).toString().trim().split(':');
  const files = Object.entries(limits).map(([name, limit]) => [
    `blkio.throttle.${name}_device`,
    `${major}:${minor} ${limit}`,
  ]);
  return stage.group('blkio', Object.fromEntries(files));
}

function bigFile(stage: Stage, mib: number): void {
  const out = `of=${stage.folder}/big`;
  execFileSync('dd', ['if=/dev/zero', out, 'bs=1M', `count=${mib}`, 'oflag=direct'], { stdio: 'ignore' });
}

/** Recordings of odd numbers take the first of each, those of even numbers the second. */
export const KINDS: Readonly<Record<string, readonly [IncidentKind, IncidentKind]>> = {
  'cpu-one': [
    {
      causes: ['cpu'],
      programs: ['stress-ng-cpu'],
      begin: (stage) => void stress(stage, '--cpu', '2'),
    },
    {
      causes: ['cpu'],
      programs: ['perl'],
      begin: (stage) => void shell(stage, `perl -e '1 while 1' & perl -e '1 while 1' & wait`),
    },
  ],
  'cpu-many': [
    {
      causes: ['cpu'],
      programs: ['openssl', 'sha256sum', 'gzip', 'md5sum'],
      begin(stage) {
        stage.run('openssl', 'speed', '-seconds', '120', 'aes-256-cbc');
        stage.run('sha256sum', '/dev/zero');
        stage.run('md5sum', '/dev/zero');
        stage.run('gzip', '-c', '/dev/zero');
      },
    },
    {
      causes: ['cpu'],
      programs: ['perl', 'python3', 'xz', 'node', 'sha512sum'],
      begin(stage) {
        perl(stage, '1 while 1');
        stage.run('python3', '-c', 'while True: pass');
        stage.run('xz', '-9', '-c', '/dev/zero');
        stage.run(process.execPath, '-e', 'for(;;);');
        stage.run('sha512sum', '/dev/zero');
      },
    },
  ],
  'fork-storm': [
    {
      causes: ['processes', 'cpu-kernel'],
      programs: ['stress-ng-fork', 'stress-ng'],
      begin: (stage) => void stress(stage, '--fork', '6'),
    },
    {
      causes: ['processes', 'cpu-kernel'],
      programs: ['sh', 'true'],
      begin(stage) {
        for (let count = 0; count < 4; count += 1) shell(stage, 'while :; do /bin/true; done');
      },
    },
  ],
  'many-processes': [
    {
      causes: ['processes'],
      programs: [],
      begin: (stage) => void shell(stage, `for i in $(seq 700); do sleep 300 & done; ${SPIN}`),
    },
    {
      causes: ['processes'],
      programs: [],
      begin(stage) {
        const pace = 'for(1..500){if(!fork){while(1){select undef,undef,undef,.05;$x=0;$x++ while $x<9999}}}';
        perl(stage, `${pace} sleep 300`);
      },
    },
  ],
  'memory-limit': [
    {
      causes: ['memory', 'oom'],
      programs: ['stress-ng-hdd'],
      begin(stage) {
        const group = stage.group('memory', { 'memory.limit_in_bytes': String(96 * MIB) });
        stage.within(group, 'stress-ng', '--quiet', '--hdd', '2', '--hdd-bytes', '512M');
      },
    },
    {
      causes: ['memory', 'oom'],
      programs: ['python3'],
      prepare: (stage) => bigFile(stage, 400),
      begin(stage) {
        const group = stage.group('memory', { 'memory.limit_in_bytes': String(64 * MIB) });
        const code =
          'import mmap,random\nf=open("big","rb");m=mmap.mmap(f.fileno(),0,prot=mmap.PROT_READ)\nwhile True: m[random.randrange(len(m))]';
        stage.within(group, 'python3', '-c', code);
      },
    },
  ],
  'memory-growth': [
    {
      causes: ['memory', 'leak'],
      programs: ['node'],
      begin: (stage) =>
        void stage.run(
          process.execPath,
          '-e',
          'const a=[];setInterval(()=>a.push(Buffer.alloc(170*2**20,1)),500);setTimeout(()=>{},1e6)',
        ),
    },
    {
      causes: ['memory', 'leak'],
      programs: ['perl'],
      begin: (stage) => void perl(stage, `while(1){push @a,pack("x".(100*2**20));${PERL_REST}}`),
    },
  ],
  oom: [
    {
      causes: ['oom'],
      programs: [],
      begin(stage) {
        const group = stage.group('memory', { 'memory.limit_in_bytes': String(48 * MIB) });
        stage.within(group, '/bin/sh', '-c', 'sleep 8; x=y; while :; do x=$x$x; done');
      },
    },
    {
      causes: ['oom'],
      programs: [],
      begin(stage) {
        const group = stage.group('memory', { 'memory.limit_in_bytes': String(120 * MIB) });
        stage.within(group, 'perl', '-e', `while(1){push @a,"x"x(3*2**20);${PERL_REST}}`);
      },
    },
  ],
  leak: [
    {
      causes: ['leak'],
      programs: ['node'],
      prepare: (stage) =>
        void stage.run(
          process.execPath,
          '-e',
          'const a=[];setInterval(()=>a.push(Buffer.alloc(2**21,1)),250)',
        ),
      begin: () => {},
    },
    {
      causes: ['leak'],
      programs: ['perl'],
      prepare: (stage) => void perl(stage, `while(1){push @a,"x"x(4*2**20);${PERL_REST}}`),
      begin: () => {},
    },
  ],
  'disk-write': [
    {
      causes: ['disk'],
      // A shell that starts one after the other.
      programs: ['dd', 'sh'],
      begin: (stage) =>
        void shell(stage, 'while :; do dd if=/dev/zero of=big bs=1M count=3000 oflag=direct; done'),
    },
    {
      causes: ['disk'],
      programs: ['stress-ng-hdd', 'stress-ng'],
      begin: (stage) => void stress(stage, '--hdd', '3', '--hdd-bytes', '1G', '--hdd-opts', 'direct'),
    },
  ],
  'disk-read': [
    {
      causes: ['disk'],
      // A shell that starts one after the other.
      programs: ['dd', 'sh'],
      prepare: (stage) => bigFile(stage, 1500),
      begin: (stage) => void shell(stage, 'while :; do dd if=big of=/dev/null bs=256k iflag=direct; done'),
    },
    {
      causes: ['disk'],
      programs: ['tar', 'cat', 'sh'],
      begin: (stage) =>
        void shell(
          stage,
          'while :; do echo 1 >/proc/sys/vm/drop_caches; tar cf - /usr | cat >/dev/null; done',
        ),
    },
  ],
  'disk-sync': [
    {
      causes: ['disk'],
      programs: ['dd', 'sh'],
      begin: (stage) =>
        void shell(stage, 'while :; do dd if=/dev/zero of=small bs=4k count=4000 oflag=dsync; done'),
    },
    {
      causes: ['disk'],
      programs: ['sqlite3', 'perl'],
      begin(stage) {
        const inserts = 'perl -e \'print "insert into t values(1);\\n" while 1\' | sqlite3 db';
        shell(stage, `sqlite3 db 'pragma synchronous=full; create table t(x)'; ${inserts}`);
      },
    },
  ],
  'disk-slow': [
    {
      causes: ['disk-slow'],
      programs: [],
      begin(stage) {
        const group = slowDisk(stage, { write_iops: '4', read_iops: '4' });
        const copy = 'dd if=/dev/zero of=slow bs=4k count=50 oflag=direct';
        stage.within(group, '/bin/sh', '-c', `while :; do ${copy}; done`);
      },
    },
    {
      causes: ['disk-slow'],
      programs: [],
      prepare: (stage) => bigFile(stage, 50),
      begin(stage) {
        const group = slowDisk(stage, { read_bps: '150000' });
        const copy = 'dd if=big of=/dev/null bs=64k iflag=direct';
        stage.within(group, '/bin/sh', '-c', `while :; do ${copy}; done`);
      },
    },
  ],
  'disk-full': [
    {
      causes: ['disk-full'],
      programs: ['dd'],
      prepare(stage) {
        mounted = stage.disk(700 * MIB);
      },
      begin: (stage) => void shell(stage, 'dd if=/dev/zero of="$0/fill" bs=1M; sleep 300', mounted),
    },
    {
      causes: ['disk-full'],
      programs: ['perl'],
      prepare(stage) {
        mounted = stage.disk(300 * MIB);
      },
      begin(stage) {
        const code = `open F,">>","$ARGV[0]/log";while(1){print F "x"x(10*2**20);${PERL_REST}}`;
        perl(stage, code, mounted);
      },
    },
  ],
  softirq: [
    {
      causes: ['cpu-kernel', 'network'],
      programs: [],
      begin(stage) {
        joinHosts(stage);
        const flood =
          "const s=require('dgram').createSocket('udp4');const b=Buffer.alloc(64);const go=()=>{for(let i=0;i<200;i++)s.send(b,9,'10.213.9.2');setImmediate(go)};go()";
        stage.run(process.execPath, '-e', flood);
        stage.run(process.execPath, '-e', flood);
      },
    },
    {
      causes: ['cpu-kernel', 'network'],
      programs: [],
      begin(stage) {
        joinHosts(stage);
        const flood =
          'use Socket;socket S,PF_INET,SOCK_DGRAM,17;$to=sockaddr_in(9,inet_aton("10.213.9.2"));send S,"x",0,$to while 1';
        perl(stage, flood);
        perl(stage, flood);
      },
    },
  ],
  throttled: [
    {
      causes: ['throttled'],
      programs: [],
      begin(stage) {
        const group = stage.group('cpu', { 'cpu.cfs_quota_us': '20000', 'cpu.cfs_period_us': '100000' });
        stage.within(group, 'stress-ng', '--quiet', '--cpu', '2');
      },
    },
    {
      causes: ['throttled'],
      programs: [],
      begin(stage) {
        const group = stage.group('cpu', { 'cpu.cfs_quota_us': '50000', 'cpu.cfs_period_us': '100000' });
        stage.within(group, 'perl', '-e', '1 while 1');
      },
    },
  ],
  'hung-mount': [
    {
      causes: ['hung-mount'],
      programs: [],
      async begin(stage) {
        const path = await hang(stage);
        for (let reader = 0; reader < 4; reader += 1) stage.run('ls', path);
      },
    },
    {
      causes: ['hung-mount'],
      programs: [],
      async begin(stage) {
        const path = await hang(stage);
        for (let reader = 0; reader < 3; reader += 1) stage.run('cat', path);
      },
    },
  ],
  stopped: [
    {
      causes: ['pause'],
      programs: ['stress-ng-cpu'],
      prepare(stage) {
        worker = stress(stage, '--cpu', '1');
      },
      begin: () => void process.kill(-worker, 'SIGSTOP'),
    },
    {
      causes: ['pause'],
      programs: ['perl'],
      prepare(stage) {
        worker = perl(stage, '1 while 1');
      },
      begin: () => void process.kill(-worker, 'SIGSTOP'),
    },
  ],
  quiet: [
    { causes: ['none'], programs: [], begin: () => {} },
    {
      causes: ['none'],
      programs: [],
      // A usual compile job: short bursts, before and within the window.
      prepare: (stage) =>
        void shell(stage, 'while :; do head -c 90M /dev/zero | gzip >/dev/null; sleep 4; done'),
      begin: () => {},
    },
  ],
};

/** A path on a mount that does not answer. */
async function hang(stage: Stage): Promise<string> {
  const hanging = await createHangingMounts(1, true);
  if (typeof hanging === 'string') throw new Error(hanging);
  stage.undo(hanging.remove);
  return `${hanging.paths[0]}/x`;
}
