/** Real container engines, started by hand as root; no service manager is needed. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { machine } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

export interface RunningEngine {
  /** Path of its socket. */
  readonly socket: string;
  /** Output of its command line program. Throws when it fails. */
  run(...argv: string[]): string;
  /** Ends it like a crash, while its containers continue; `start` restarts it. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Removes all containers, ends the engine and removes its files. */
  stop(): Promise<void>;
}

/** A bridge of its own, since two engines on one bridge give the same addresses away. Returns its name. */
export function addBridge(): string {
  // Another run may have left one behind.
  const taken = readdirSync('/sys/class/net');
  const numbers = Array.from({ length: 250 }, (_, index) => (process.pid + index) % 250);
  const number = numbers.find((one) => !taken.includes(`gander${one}`)) ?? 0;
  const name = `gander${number}`;
  for (const command of [
    `link add name ${name} type bridge`,
    `address add 10.213.${number}.1/24 dev ${name}`,
    `link set ${name} up`,
  ])
    execFileSync('ip', command.split(' '));
  return name;
}

/** Removes a bridge, and the firewall rules that its engine left behind. */
export function removeBridge(name: string): void {
  for (const table of ['filter', 'nat']) {
    const iptables = (...argv: string[]): string =>
      spawnSync('/usr/sbin/iptables', ['-w', '5', '-t', table, ...argv], { encoding: 'utf8' }).stdout ?? '';
    for (const rule of iptables('-S').split('\n')) {
      const words = rule.split(' ');
      if (words[0] === '-A' && words.includes(name)) iptables('-D', ...words.slice(1));
    }
  }
  spawnSync('ip', ['link', 'delete', name]);
}

/**
 * Docker (dockerd, docker) with all of its files in a folder, which must not exist yet.
 * @param isAlone without a network: Chromium aborts what it is loading when an interface comes or goes
 */
export async function startDocker(folder: string, { isAlone = false } = {}): Promise<RunningEngine> {
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'docker.sock');
  const env = {
    ...process.env,
    // dockerd calls iptables, which is in a folder for administrators.
    PATH: `/usr/sbin:/sbin:${process.env['PATH']}`,
    DOCKER_HOST: `unix://${socket}`,
    // The builder that is part of the engine; the other one is a package of its own.
    DOCKER_BUILDKIT: '0',
  };
  const bridge = isAlone ? 'none' : addBridge();
  const argv = Object.entries({
    '--bridge': bridge,
    '--host': `unix://${socket}`,
    '--data-root': join(folder, 'data'),
    '--exec-root': join(folder, 'exec'),
    '--pidfile': join(folder, 'docker.pid'),
  }).flat();
  // Engines that start concurrently would create the same firewall chains.
  if (isAlone) argv.push('--iptables=false');
  let daemon: ChildProcess | undefined;
  const run = (...command: string[]): string =>
    execFileSync('docker', command, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  const start = async (): Promise<void> => {
    const log = openSync(join(folder, 'dockerd.log'), 'a');
    daemon = spawn('dockerd', argv, { env, stdio: ['ignore', log, log] });
    try {
      await vi.waitFor(() => run('version'), { interval: 100 });
    } catch (error) {
      throw new Error(readFileSync(join(folder, 'dockerd.log'), 'utf8').slice(-2000), { cause: error });
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = daemon;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  const stop = async (): Promise<void> => {
    const ids = run('ps', '--all', '--quiet').split('\n').filter(Boolean);
    if (ids.length > 0) run('rm', '--force', '--volumes', ...ids);
    await end('SIGTERM');
    spawnSync('umount', [join(folder, 'exec/netns/default')]);
    if (!isAlone) removeBridge(bridge);
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  return { socket, run, start, kill: () => end('SIGKILL'), stop };
}

/**
 * Imports an image that holds programs of this machine with the libraries they need, and folders of it.
 * @param programs path in the image → path here
 */
export function importImage(
  engine: RunningEngine,
  name: string,
  folder: string,
  programs: Readonly<Record<string, string>>,
): void {
  const root = join(folder, `image-${name.replaceAll(/\W/g, '-')}`);
  const archive = `${root}.tar`;
  for (const made of ['tmp', 'etc', 'proc', 'sys', 'dev']) mkdirSync(join(root, made), { recursive: true });
  for (const [target, source] of Object.entries(programs)) {
    for (const library of librariesOf(source)) copy(library, join(root, library));
    copy(source, join(root, target));
  }
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n');
  execFileSync('tar', ['-C', root, '-cf', archive, '.']);
  engine.run('import', archive, name);
  rmSync(root, { recursive: true });
  rmSync(archive);
}

function copy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}

/** Libraries that the dynamic linker would load; none for a static program. */
function librariesOf(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return stdout.match(/\/\S+(?= \(0x)/g) ?? [];
}

/** Copies folders and files of this repository, as the context of an image build. */
export function copyInto(target: string, source: string, names: readonly string[]): void {
  for (const name of names) cpSync(join(source, name), join(target, name), { recursive: true });
}

/**
 * LXD (lxd, lxc) with all of its files in a folder, which must not exist yet, and a storage pool `default`. Its images
 * start `/sbin/init`; see {@link importLxdImage}.
 */
export async function startLxd(folder: string): Promise<RunningEngine> {
  // The folder of its socket, whose path must be short.
  const files = join(folder, 'lxd');
  mkdirSync(files, { recursive: true });
  // Root in a container is an unprivileged user here and needs its files; parent folders belong to the caller.
  chmodSync(folder, 0o711);
  const env = { ...process.env, LXD_DIR: files, LXD_CONF: join(folder, 'client') };
  const run = (...command: string[]): string =>
    execFileSync('lxc', command, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  const log = join(folder, 'lxd.log');
  let daemon: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const file = openSync(log, 'a');
    daemon = spawn('lxd', ['--group', 'root'], { env, stdio: ['ignore', file, file] });
    try {
      await vi.waitFor(() => run('query', '/1.0'), { interval: 100 });
    } catch (error) {
      throw new Error(readFileSync(log, 'utf8').slice(-2000), { cause: error });
    }
  };
  const ended = (): Promise<unknown> => {
    const child = daemon;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => child.once('exit', resolve));
  };
  const kill = async (): Promise<void> => {
    daemon?.kill('SIGKILL');
    await ended();
  };
  const stop = async (): Promise<void> => {
    // One that is being started or stopped cannot be removed yet.
    await vi.waitFor(
      () => {
        const instances = JSON.parse(run('list', '--format', 'json')) as { name: string }[];
        for (const { name } of instances) run('delete', '--force', name);
      },
      { interval: 500 },
    );
    spawnSync('lxd', ['shutdown', '--timeout', '10'], { env, stdio: 'ignore' });
    await kill();
    for (const mount of ['shmounts', 'guestapi', 'devlxd']) spawnSync('umount', [join(files, mount)]);
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  run('storage', 'create', 'default', 'dir');
  return { socket: join(files, 'unix.socket'), run, start, kill, stop };
}

/** Imports an image of busybox into LXD, whose first process sleeps until it is asked to end. */
export function importLxdImage(engine: RunningEngine, name: string, folder: string): void {
  const image = join(folder, 'image');
  const root = join(image, 'rootfs');
  for (const made of ['bin', 'sbin', 'etc', 'proc', 'sys', 'dev', 'run', 'tmp', 'root'])
    mkdirSync(join(root, made), { recursive: true });
  for (const file of ['/bin/busybox', ...librariesOf('/bin/busybox')]) copy(file, join(root, file));
  for (const applet of ['sh', 'sleep', 'ip', 'ping', 'cat'])
    symlinkSync('busybox', join(root, 'bin', applet));
  // LXD ends a container by the signal for a power failure.
  const init = '#!/bin/sh\ntrap "exit 0" PWR TERM\nwhile :; do sleep 1000 & wait $!; done\n';
  writeFileSync(join(root, 'sbin/init'), init, { mode: 0o755 });
  const metadata = `architecture: ${machine()}\ncreation_date: 1700000000\nproperties:\n  description: Busybox of Gander\n`;
  writeFileSync(join(image, 'metadata.yaml'), metadata);
  execFileSync('tar', ['-C', image, '-cf', `${image}.tar`, 'metadata.yaml', 'rootfs']);
  engine.run('image', 'import', `${image}.tar`, '--alias', name);
  rmSync(image, { recursive: true });
  rmSync(`${image}.tar`);
}
