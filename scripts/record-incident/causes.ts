/** Real incidents, caused on this machine: small programs in control groups, namespaces and loop devices. Needs root. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHangingMounts } from '../../test/support/hanging-mount.ts';
import { type EngineName, startEngines } from '../../test/support/live-engines.ts';
import { startSystemd, SYSTEM_BUS } from '../../test/support/systemd.ts';
import type { Cause } from '../../src/explain/explanation.ts';

const ROOT = '/sys/fs/cgroup';
const MIB = 2 ** 20;

/** Undoes its actions, last first. */
export class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), 'gander-incident-'));
  readonly #undo: (() => void | Promise<void>)[] = [
    () => rmSync(this.folder, { recursive: true, force: true }),
  ];

  undo(action: () => void | Promise<void>): void {
    this.#undo.push(action);
  }

  /** Starts a program, which is killed with all its children at the end. */
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

  /** A cgroup v1 group, for a command line started inside. */
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
    this.undo(() => void execFileSync('umount', ['-l', path]));
    return path;
  }

  /** A link at a path where the agent looks for a socket. */
  link(path: string, target: string): void {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
    this.undo(() => rmSync(path));
  }

  /** Adds a swap file. */
  swap(size: number): void {
    const file = join(this.folder, 'swap');
    execFileSync('fallocate', ['-l', String(size), file]);
    chmodSync(file, 0o600);
    execFileSync('mkswap', ['-q', file]);
    execFileSync('swapon', [file]);
    this.undo(() => void execFileSync('swapoff', [file]));
  }

  async end(): Promise<void> {
    for (const action of this.#undo.splice(0).toReversed()) {
      try {
        await action();
      } catch (error) {
        console.error(`Not undone: ${(error as Error).message}`);
      }
    }
  }
}

export interface IncidentKind {
  readonly causes: readonly Cause[];
  readonly programs: readonly string[];
  /** Runs before the quiet time; its programs are usual. */
  prepare?(stage: Stage): void | Promise<void>;
  begin(stage: Stage): void | Promise<void>;
}

const stress = (stage: Stage, ...args: readonly string[]): number =>
  stage.run('stress-ng', '--quiet', ...args);
const perl = (stage: Stage, code: string, ...args: readonly string[]): number =>
  stage.run('perl', '-e', code, ...args);
const python = (stage: Stage, code: string): number => stage.run('python3', '-c', code);
const shell = (stage: Stage, code: string, ...args: readonly string[]): number =>
  stage.run('/bin/sh', '-c', code, ...args);

const node = (stage: Stage, code: string): number => stage.run(process.execPath, '-e', code);
const loop = (body: string): string => `while :; do ${body}; done`;

/** Work before and within the window: nothing to explain. */
const usual = (prepare: (stage: Stage) => unknown): IncidentKind => ({
  causes: ['none'],
  programs: [],
  prepare: (stage) => void prepare(stage),
  begin: () => {},
});

const WEB_SERVER = `const http = require('http');
const server = http.createServer((_, reply) => reply.end('x'.repeat(20000)));
server.listen(0, '127.0.0.1', () => setInterval(() => http.get(server.address(), (reply) => reply.resume()), 15));`;
const STREAM = `const net = require('net');
const server = net.createServer((socket) => socket.resume());
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port);
  setInterval(() => socket.write(Buffer.alloc(400000)), 80);
});`;
const SYNCED_WRITES = `import os, time
with open('table', 'wb', 0) as file:
    while True:
        file.seek(0)
        file.write(os.urandom(4096))
        os.fsync(file.fileno())
        time.sleep(0.1)`;

const SPIN = 'while :; do :; done';
/** Sleeps for a third of a second. */
const PERL_REST = 'select undef,undef,undef,.3';

let worker = 0;
let mounted = '';

/** Starts a program in a control group with a memory limit. */
function withMemory(stage: Stage, mib: number, ...argv: readonly string[]): void {
  stage.within(stage.group('memory', { 'memory.limit_in_bytes': String(mib * MIB) }), ...argv);
}

/** Starts a program in a control group with a memory limit, and adds a swap file. */
function withSwap(stage: Stage, mib: number, ...argv: readonly string[]): void {
  stage.swap(2000 * MIB);
  withMemory(stage, mib, ...argv);
}

const ENGINE_SOCKETS = { docker: '/run/docker.sock', podman: '/run/podman/podman.sock' };

/** Starts a container that its engine restarts at each end. It fails once the file `broken` exists. */
async function restartingContainer(
  stage: Stage,
  engine: EngineName,
  name: string,
  code: string,
): Promise<void> {
  const engines = await startEngines();
  stage.undo(engines.stop);
  stage.link(ENGINE_SOCKETS[engine], engines.socket(engine));
  const script = `while ! [ -e /stage/broken ]; do sleep 1; done; ${code}`;
  const host = { RestartPolicy: { Name: 'always' }, Binds: [`${stage.folder}:/stage`] };
  await engines.run(engine, name, script, { host });
}

/** Starts a unit of a real systemd, which the agent takes for this machine's. It fails once the file `broken` exists. */
async function restartingUnit(stage: Stage, name: string): Promise<void> {
  const script = `while ! [ -e ${stage.folder}/broken ]; do sleep 1; done; exit 3`;
  const systemd = await startSystemd(stage.folder, {
    ...SYSTEM_BUS,
    [name]: `[Unit]
DefaultDependencies=no
StartLimitIntervalSec=0
[Service]
ExecStart=/bin/sh -c "${script}"
Restart=always
RestartSec=3
`,
  });
  stage.undo(systemd.stop);
  systemd.run('systemctl', 'start', 'dbus.service', name);
  stage.link('/run/systemd/system', `${systemd.root}/run/systemd/system`);
  stage.link('/run/dbus/system_bus_socket', `${systemd.root}/run/dbus/system_bus_socket`);
}

const fail = (stage: Stage): void => writeFileSync(join(stage.folder, 'broken'), '');

/** Starts a program in a control group with a CPU quota. */
function withQuota(stage: Stage, percent: number, ...argv: readonly string[]): void {
  const files = { 'cpu.cfs_quota_us': String(percent * 1000), 'cpu.cfs_period_us': '100000' };
  stage.within(stage.group('cpu', files), ...argv);
}

/** Joins two hosts by a pair of interfaces: this one has 10.213.9.1, the other 10.213.9.2. */
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

/** Connections to the other host with constant traffic; its interface goes up and down at these intervals, in seconds. */
function sendLossily(stage: Stage, connections: number, up: number, down: number): void {
  joinHosts(stage);
  const server = "require('net').createServer((c)=>c.on('error',()=>{}).resume()).listen(9000)";
  stage.run('ip', 'netns', 'exec', 'gander-i', process.execPath, '-e', server);
  const client = `for(let i=0;i<${connections};i++){const c=require('net').connect(9000,'10.213.9.2');c.on('error',()=>{});setInterval(()=>c.write('x'.repeat(2000)),50)}`;
  shell(stage, 'sleep 1; exec "$0" -e "$1"', process.execPath, client);
  const set = 'ip -n gander-i link set gi1';
  shell(stage, `sleep 2; while :; do sleep ${up}; ${set} down; sleep ${down}; ${set} up; done`);
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

/** The first recording of a kind takes the first, the second the second, and so on; after the last comes the first. */
export const KINDS: Readonly<Record<string, readonly IncidentKind[]>> = {
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
    {
      causes: ['cpu'],
      programs: ['python3'],
      begin: (stage) => void python(stage, 'import os\nos.fork()\nwhile True: pass'),
    },
    {
      causes: ['cpu'],
      programs: ['awk'],
      begin(stage) {
        for (let count = 0; count < 8; count += 1)
          perl(stage, 'while(1){$x=0;$x++ while $x<60000;select undef,undef,undef,.05}');
        for (let count = 0; count < 2; count += 1) stage.run('awk', 'BEGIN{while(1);}');
      },
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
        python(stage, 'while True: pass');
        stage.run('xz', '-9', '-c', '/dev/zero');
        stage.run(process.execPath, '-e', 'for(;;);');
        stage.run('sha512sum', '/dev/zero');
      },
    },
    {
      causes: ['cpu'],
      programs: ['awk', 'bzip2', 'b2sum', 'cksum', 'bc'],
      begin(stage) {
        stage.run('awk', 'BEGIN{while(1);}');
        stage.run('bzip2', '-c', '/dev/zero');
        stage.run('b2sum', '/dev/zero');
        stage.run('cksum', '/dev/zero');
        shell(stage, 'echo "while(1){}" | bc');
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
    {
      causes: ['processes', 'cpu-kernel'],
      programs: ['python3', 'true'],
      begin(stage) {
        const spawns = 'import os\nwhile True: os.waitpid(os.posix_spawn("/bin/true",["true"],{}),0)';
        for (let count = 0; count < 3; count += 1) python(stage, spawns);
      },
    },
    {
      causes: ['processes', 'cpu-kernel'],
      programs: ['perl', 'sleep'],
      begin(stage) {
        for (let count = 0; count < 4; count += 1) perl(stage, 'while(1){system("/bin/sleep","0")}');
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
    {
      causes: ['processes'],
      programs: [],
      begin(stage) {
        const threads =
          'import threading,time\nfor i in range(1500): threading.Thread(target=time.sleep,args=(300,)).start()';
        python(stage, threads);
        shell(stage, SPIN);
      },
    },
  ],
  'memory-limit': [
    {
      causes: ['memory', 'oom'],
      programs: ['stress-ng-hdd'],
      begin(stage) {
        withMemory(stage, 96, 'stress-ng', '--quiet', '--hdd', '2', '--hdd-bytes', '512M');
      },
    },
    {
      causes: ['memory', 'oom'],
      programs: ['python3'],
      prepare: (stage) => bigFile(stage, 400),
      begin(stage) {
        const code =
          'import mmap,random\nf=open("big","rb");m=mmap.mmap(f.fileno(),0,prot=mmap.PROT_READ)\nwhile True: m[random.randrange(len(m))]';
        withMemory(stage, 64, 'python3', '-c', code);
      },
    },
    {
      causes: ['memory', 'oom'],
      programs: ['node'],
      prepare: (stage) => bigFile(stage, 400),
      begin(stage) {
        const reads =
          "const fs=require('fs'),f=fs.openSync('big','r'),b=Buffer.alloc(65536);for(;;)fs.readSync(f,b,0,65536,Math.floor(Math.random()*6400)*65536)";
        withMemory(stage, 80, process.execPath, '-e', reads);
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
    {
      causes: ['memory', 'leak'],
      programs: ['python3'],
      begin: (stage) =>
        void python(stage, 'import time\na=[]\nwhile True:\n a.append(b"x"*(95*2**20)); time.sleep(.25)'),
    },
    {
      causes: ['memory', 'leak'],
      programs: ['python3'],
      begin(stage) {
        python(stage, 'import time\na=[]\nwhile True: a.append(bytearray(b"y"*(90<<20))); time.sleep(0.6)');
      },
    },
  ],
  swap: [
    {
      causes: ['memory'],
      programs: ['stress-ng-vm', 'stress-ng'],
      begin: (stage) =>
        withSwap(stage, 300, 'stress-ng', '--quiet', '--vm', '1', '--vm-bytes', '600M', '--vm-keep'),
    },
    {
      causes: ['memory'],
      programs: ['python3'],
      begin(stage) {
        const code =
          'import random\na=bytearray(500<<20)\nwhile True:\n for i in range(1000): a[random.randrange(len(a))]=1';
        withSwap(stage, 350, 'python3', '-c', code);
      },
    },
    {
      causes: ['memory'],
      programs: ['perl'],
      begin(stage) {
        const code = `while(1){push @a,"x"x(8*2**20);for my $s (@a){substr($s,4096*int(rand 2000),1)="y" for 1..20}${PERL_REST}}`;
        withSwap(stage, 150, 'perl', '-e', code);
      },
    },
  ],
  oom: [
    {
      causes: ['oom'],
      programs: [],
      begin(stage) {
        withMemory(stage, 48, '/bin/sh', '-c', 'sleep 8; x=y; while :; do x=$x$x; done');
      },
    },
    {
      causes: ['oom'],
      programs: [],
      begin(stage) {
        withMemory(stage, 120, 'perl', '-e', `while(1){push @a,"x"x(3*2**20);${PERL_REST}}`);
      },
    },
    {
      causes: ['oom'],
      programs: [],
      begin(stage) {
        const code = 'import time\na=[]\nwhile True:\n a.append(b"x"*(2*2**20)); time.sleep(.4)';
        withMemory(stage, 90, 'python3', '-c', code);
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
    {
      causes: ['leak'],
      programs: ['python3'],
      prepare: (stage) =>
        void python(stage, 'import time\na=[]\nwhile True:\n a.append(b"x"*(3*2**20)); time.sleep(.5)'),
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
    {
      causes: ['disk'],
      // A shell that starts one after the other.
      programs: ['cp', 'sh'],
      prepare: (stage) => bigFile(stage, 800),
      begin: (stage) => void shell(stage, 'while :; do cp big copy; sync copy; done'),
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
    {
      causes: ['disk'],
      programs: ['python3'],
      prepare: (stage) => bigFile(stage, 1500),
      begin(stage) {
        const reads =
          'import os,mmap,random\nf=os.open("big",os.O_RDONLY|os.O_DIRECT);m=mmap.mmap(-1,16384)\nwhile True: os.preadv(f,[m],random.randrange(96000)*16384)';
        for (let reader = 0; reader < 4; reader += 1) python(stage, reads);
      },
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
    {
      causes: ['disk'],
      programs: ['python3'],
      begin(stage) {
        const writes = 'import os\nf=open("log","wb",0)\nwhile True: f.write(b"x"*700); os.fsync(f)';
        python(stage, writes);
        python(stage, writes.replace('log', 'log2'));
      },
    },
    {
      causes: ['disk'],
      programs: ['perl'],
      begin(stage) {
        const code = 'use IO::Handle;open F,">",$ARGV[0];F->autoflush;while(1){print F "x"x90000;F->sync}';
        for (const name of ['a', 'b']) perl(stage, code, name);
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
    {
      causes: ['disk-slow'],
      programs: [],
      begin(stage) {
        const group = slowDisk(stage, { write_bps: '60000' });
        const code =
          'import os\nf=os.open("slow",os.O_WRONLY|os.O_CREAT|os.O_SYNC)\nwhile True: os.pwrite(f,b"x"*20000,0)';
        stage.within(group, 'python3', '-c', code);
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
    {
      causes: ['disk-full'],
      programs: ['head', 'sh'],
      prepare(stage) {
        mounted = stage.disk(500 * MIB);
      },
      begin: (stage) =>
        void shell(stage, 'while :; do head -c 20M /dev/zero >>"$0/fill"; sleep 0.5; done', mounted),
    },
    {
      causes: ['disk-full'],
      programs: ['python3'],
      prepare(stage) {
        mounted = stage.disk(400 * MIB);
      },
      begin(stage) {
        const code =
          'import time\nf=open("PATH/log","ab",0)\nwhile True:\n  f.write(b"x"*(8<<20)); time.sleep(0.9)';
        python(stage, code.replace('PATH', mounted));
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
    {
      causes: ['cpu-kernel', 'network'],
      programs: [],
      begin(stage) {
        joinHosts(stage);
        const flood =
          'import socket\ns=socket.socket(socket.AF_INET,socket.SOCK_DGRAM)\nwhile True: s.sendto(b"x"*32,("10.213.9.2",9))';
        for (let sender = 0; sender < 3; sender += 1) python(stage, flood);
      },
    },
  ],
  'packet-loss': [
    { causes: ['network'], programs: [], begin: (stage) => sendLossily(stage, 30, 1.5, 1) },
    { causes: ['network'], programs: [], begin: (stage) => sendLossily(stage, 80, 4, 2) },
  ],
  throttled: [
    {
      causes: ['throttled'],
      programs: [],
      begin(stage) {
        withQuota(stage, 20, 'stress-ng', '--quiet', '--cpu', '2');
      },
    },
    {
      causes: ['throttled'],
      programs: [],
      begin(stage) {
        withQuota(stage, 50, 'perl', '-e', '1 while 1');
      },
    },
    {
      causes: ['throttled'],
      programs: [],
      begin(stage) {
        withQuota(stage, 30, '/bin/sh', '-c', 'gzip -c /dev/zero >/dev/null & xz -c /dev/zero >/dev/null');
      },
    },
    {
      causes: ['throttled'],
      programs: [],
      begin(stage) {
        withQuota(stage, 15, 'awk', 'BEGIN{while(1);}');
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
    {
      causes: ['hung-mount'],
      programs: [],
      async begin(stage) {
        const path = await hang(stage);
        for (let reader = 0; reader < 6; reader += 1) stage.run('stat', path);
      },
    },
  ],
  restarts: [
    {
      causes: ['restarts'],
      programs: [],
      prepare: (stage) => restartingContainer(stage, 'docker', 'web', 'exit 1'),
      begin: fail,
    },
    {
      causes: ['restarts'],
      programs: [],
      prepare: (stage) => restartingUnit(stage, 'web.service'),
      begin: fail,
    },
    {
      causes: ['restarts'],
      programs: [],
      prepare: (stage) => restartingContainer(stage, 'podman', 'queue', 'sleep 2; exit 137'),
      begin: fail,
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
    {
      causes: ['pause'],
      programs: ['python3'],
      prepare(stage) {
        worker = python(stage, 'while True: pass');
      },
      begin: () => void process.kill(-worker, 'SIGSTOP'),
    },
  ],
  quiet: [
    usual(() => {}),
    // A compile job: short bursts.
    usual((stage) => shell(stage, loop('head -c 90M /dev/zero | gzip >/dev/null; sleep 4'))),
    // A backup: reads and compresses a little, again and again.
    usual((stage) => shell(stage, loop('tar cf - /usr/share/perl | gzip >backup; sleep 6'))),
    // A poller: short programs every second.
    usual((stage) => shell(stage, loop('ls -R /etc >/dev/null; date >>log; sleep 1'))),
    // A web server with steady requests.
    usual((stage) => node(stage, WEB_SERVER)),
    // A database: small writes that are synced.
    usual((stage) => python(stage, SYNCED_WRITES)),
    // A program that always takes a core.
    usual((stage) => perl(stage, 'setpriority 0,0,10; 1 while 1')),
    // A scanner: reads and hashes many files.
    usual((stage) =>
      shell(
        stage,
        loop('find /usr/share -xdev -type f | head -n 2000 | xargs sha256sum >/dev/null; sleep 7'),
      ),
    ),
    // A steady stream over the network.
    usual((stage) => node(stage, STREAM)),
    // A job of cron, three times a minute.
    usual((stage) => shell(stage, loop('sleep 17; head -c 120M /dev/zero | gzip -9 >/dev/null'))),
    // A cache that grows and is emptied.
    usual((stage) =>
      python(stage, 'import time\nwhile True: a = bytearray(200 << 20); time.sleep(5); del a; time.sleep(3)'),
    ),
    // A log that is written and rotated.
    usual((stage) =>
      shell(
        stage,
        loop('for i in 1 2 3 4 5 6 7 8; do head -c 2M /dev/urandom >>log; sleep 1; done; mv log log.1'),
      ),
    ),
    // A build on all cores, with pauses of any length.
    usual((stage) =>
      shell(
        stage,
        loop(
          'for i in 1 2; do head -c 60M /dev/zero | gzip >/dev/null & done; wait; perl -e "select undef,undef,undef,1+rand 5"',
        ),
      ),
    ),
    // A pool of processes that is renewed.
    usual((stage) => shell(stage, loop('for i in $(seq 60); do sleep 15 & done; wait'))),
    // A service that its limit always slows down.
    usual((stage) => void withQuota(stage, 20, 'perl', '-e', '1 while 1')),
    // A person at work: bursts and pauses of any length.
    usual((stage) =>
      perl(stage, 'while(1){my $e=time+rand 2; 1 while time<$e; select undef,undef,undef,.5+rand 5}'),
    ),
    // A player: steady reads and two fifths of a core.
    usual((stage) => shell(stage, loop('head -c 3M /dev/urandom >part; gzip -1 <part >/dev/null; sleep .3'))),
    // A copy of many small files.
    usual((stage) => shell(stage, loop('cp -r /usr/share/doc copy; rm -r copy; sleep 10'))),
  ],
};

/** A path on a mount that does not answer. */
async function hang(stage: Stage): Promise<string> {
  const hanging = await createHangingMounts(1, true);
  if (typeof hanging === 'string') throw new Error(hanging);
  stage.undo(hanging.remove);
  return `${hanging.paths[0]}/x`;
}
