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

let worker = 0;
let mounted = '';

export const KINDS: Readonly<Record<string, IncidentKind>> = {
  'cpu-one': {
    causes: ['cpu'],
    programs: ['stress-ng-cpu'],
    begin: (stage) => void stress(stage, '--cpu', '2'),
  },
  'cpu-many': {
    causes: ['cpu'],
    programs: ['openssl', 'sha256sum', 'gzip', 'md5sum'],
    begin(stage) {
      stage.run('openssl', 'speed', '-seconds', '120', 'aes-256-cbc');
      stage.run('sha256sum', '/dev/zero');
      stage.run('md5sum', '/dev/zero');
      stage.run('gzip', '-c', '/dev/zero');
    },
  },
  'fork-storm': {
    causes: ['processes', 'cpu-kernel'],
    programs: ['stress-ng-fork', 'stress-ng'],
    begin: (stage) => void stress(stage, '--fork', '6'),
  },
  'many-processes': {
    causes: ['processes'],
    programs: [],
    begin: (stage) =>
      void stage.run('/bin/sh', '-c', 'for i in $(seq 700); do sleep 300 & done; while :; do :; done'),
  },
  'memory-limit': {
    causes: ['memory', 'oom'],
    programs: ['stress-ng-hdd'],
    begin(stage) {
      const group = stage.group('memory', { 'memory.limit_in_bytes': String(96 * MIB) });
      stage.within(group, 'stress-ng', '--quiet', '--hdd', '2', '--hdd-bytes', '512M');
    },
  },
  'memory-growth': {
    causes: ['memory', 'leak'],
    programs: ['node'],
    begin: (stage) =>
      void stage.run(
        process.execPath,
        '-e',
        'const a=[];setInterval(()=>a.push(Buffer.alloc(170*2**20,1)),500);setTimeout(()=>{},1e6)',
      ),
  },
  oom: {
    causes: ['oom'],
    programs: [],
    begin(stage) {
      const group = stage.group('memory', { 'memory.limit_in_bytes': String(48 * MIB) });
      stage.within(group, '/bin/sh', '-c', 'sleep 8; x=y; while :; do x=$x$x; done');
    },
  },
  leak: {
    causes: ['leak'],
    programs: ['node'],
    prepare: (stage) =>
      void stage.run(process.execPath, '-e', 'const a=[];setInterval(()=>a.push(Buffer.alloc(2**21,1)),250)'),
    begin: () => {},
  },
  'disk-write': {
    causes: ['disk'],
    // A shell that starts one after the other.
    programs: ['dd', 'sh'],
    begin: (stage) =>
      void stage.run(
        '/bin/sh',
        '-c',
        'while :; do dd if=/dev/zero of=big bs=1M count=3000 oflag=direct; done',
      ),
  },
  'disk-read': {
    causes: ['disk'],
    // A shell that starts one after the other.
    programs: ['dd', 'sh'],
    prepare: (stage) =>
      void execFileSync(
        'dd',
        ['if=/dev/zero', `of=${stage.folder}/big`, 'bs=1M', 'count=1500', 'oflag=direct'],
        {
          stdio: 'ignore',
        },
      ),
    begin: (stage) =>
      void stage.run('/bin/sh', '-c', 'while :; do dd if=big of=/dev/null bs=256k iflag=direct; done'),
  },
  'disk-sync': {
    causes: ['disk'],
    programs: ['dd', 'sh'],
    begin: (stage) =>
      void stage.run(
        '/bin/sh',
        '-c',
        'while :; do dd if=/dev/zero of=small bs=4k count=4000 oflag=dsync; done',
      ),
  },
  'disk-slow': {
    causes: ['disk-slow'],
    programs: [],
    begin(stage) {
      const [major, minor] = execFileSync('stat', ['-c', '%Hd:%Ld', stage.folder])
        .toString()
        .trim()
        .split(':');
      const group = stage.group('blkio', {
        'blkio.throttle.write_iops_device': `${major}:${minor} 4`,
        'blkio.throttle.read_iops_device': `${major}:${minor} 4`,
      });
      stage.within(
        group,
        '/bin/sh',
        '-c',
        'while :; do dd if=/dev/zero of=slow bs=4k count=50 oflag=direct; done',
      );
    },
  },
  'disk-full': {
    causes: ['disk-full'],
    programs: ['dd'],
    prepare(stage) {
      mounted = stage.disk(700 * MIB);
    },
    begin: (stage) =>
      void stage.run('/bin/sh', '-c', 'dd if=/dev/zero of="$0/fill" bs=1M; sleep 300', mounted),
  },
  softirq: {
    causes: ['cpu-kernel', 'network'],
    programs: [],
    begin(stage) {
      const ip = (...args: readonly string[]): void => void execFileSync('ip', args);
      ip('netns', 'add', 'gander-i');
      stage.undo(() => ip('netns', 'del', 'gander-i'));
      ip('link', 'add', 'gi0', 'type', 'veth', 'peer', 'name', 'gi1');
      ip('link', 'set', 'gi1', 'netns', 'gander-i');
      ip('addr', 'add', '10.213.9.1/24', 'dev', 'gi0');
      ip('link', 'set', 'gi0', 'up');
      ip('-n', 'gander-i', 'addr', 'add', '10.213.9.2/24', 'dev', 'gi1');
      ip('-n', 'gander-i', 'link', 'set', 'gi1', 'up');
      const flood =
        "const s=require('dgram').createSocket('udp4');const b=Buffer.alloc(64);const go=()=>{for(let i=0;i<200;i++)s.send(b,9,'10.213.9.2');setImmediate(go)};go()";
      stage.run(process.execPath, '-e', flood);
      stage.run(process.execPath, '-e', flood);
    },
  },
  throttled: {
    causes: ['throttled'],
    programs: [],
    begin(stage) {
      const group = stage.group('cpu', { 'cpu.cfs_quota_us': '20000', 'cpu.cfs_period_us': '100000' });
      stage.within(group, 'stress-ng', '--quiet', '--cpu', '2');
    },
  },
  'hung-mount': {
    causes: ['hung-mount'],
    programs: [],
    async begin(stage) {
      const hanging = await createHangingMounts(1, true);
      if (typeof hanging === 'string') throw new Error(hanging);
      stage.undo(hanging.remove);
      for (let reader = 0; reader < 4; reader += 1) stage.run('ls', `${hanging.paths[0]}/x`);
    },
  },
  stopped: {
    causes: ['pause'],
    programs: ['stress-ng-cpu'],
    prepare(stage) {
      worker = stress(stage, '--cpu', '1');
    },
    begin: () => void process.kill(-worker, 'SIGSTOP'),
  },
};
