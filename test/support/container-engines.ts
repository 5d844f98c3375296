/** Real container engines, started by hand as root; no service manager is needed. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

export interface RunningEngine {
  /** Path of its socket. */
  readonly socket: string;
  /** What its command line program prints. Throws when it fails. */
  run(...argv: string[]): string;
  /** Ends it as a crash would, its containers go on; `start` starts it again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Removes all containers, ends the engine and removes its files. */
  stop(): Promise<void>;
}

const START_MS = 30_000;

/** A bridge of its own, since two engines on one bridge give the same addresses away. Returns its name. */
function addBridge(): string {
  const number = process.pid % 250;
  const name = `gander${number}`;
  for (const command of [
    `link add name ${name} type bridge`,
    `address add 10.213.${number}.1/24 dev ${name}`,
    `link set ${name} up`,
  ])
    execFileSync('ip', command.split(' '));
  return name;
}

/** Docker (dockerd, docker) with all of its files in a folder, which must not exist yet. */
export async function startDocker(folder: string): Promise<RunningEngine> {
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
  const bridge = addBridge();
  const argv = Object.entries({
    '--bridge': bridge,
    '--host': `unix://${socket}`,
    '--data-root': join(folder, 'data'),
    '--exec-root': join(folder, 'exec'),
    '--pidfile': join(folder, 'docker.pid'),
  }).flat();
  let daemon: ChildProcess | undefined;
  const run = (...command: string[]): string =>
    execFileSync('docker', command, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  const start = async (): Promise<void> => {
    const log = openSync(join(folder, 'dockerd.log'), 'a');
    daemon = spawn('dockerd', argv, { env, stdio: ['ignore', log, log] });
    try {
      await vi.waitFor(() => run('version'), { timeout: START_MS, interval: 100 });
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
    spawnSync('ip', ['link', 'delete', bridge]);
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

/** What the dynamic linker would load; none for a static program. */
function librariesOf(program: string): string[] {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return stdout.match(/\/\S+(?= \(0x)/g) ?? [];
}

/** Copies folders and files of this repository, as the context of an image build. */
export function copyInto(target: string, source: string, names: readonly string[]): void {
  for (const name of names) cpSync(join(source, name), join(target, name), { recursive: true });
}
