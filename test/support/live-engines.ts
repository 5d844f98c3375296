/** Docker and Podman as they are, started for a suite with folders and sockets of their own; needs root. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { addBridge, removeBridge } from './container-engines.ts';
import { output, scratchFolder } from './live-tools.ts';
import { pause } from './live-agent.ts';

export const ENGINE_PROGRAMS = ['dockerd', 'podman', 'runc', 'busybox', 'tar', 'ldd'];

type Json = Record<string, unknown>;
export type EngineName = 'docker' | 'podman';

export interface ContainerEngines {
  readonly folder: string;
  socket(engine: EngineName): string;
  /** Starts an engine that is not running. */
  start(engine: EngineName): Promise<void>;
  /** Kills an engine; its containers continue. */
  kill(engine: EngineName, signal?: NodeJS.Signals): Promise<void>;
  /** A reply of Docker's API, which both have; throws for a status of 400 and above. */
  ask<T = Json>(engine: EngineName, method: string, path: string, body?: Json | Buffer): Promise<T>;
  /** Creates a container that runs a shell command, and starts it; its identifier. */
  run(
    engine: EngineName,
    name: string,
    script: string,
    more?: { config?: Json; host?: Json },
  ): Promise<string>;
  /** Output of a program of the engine (docker, podman). */
  command(engine: EngineName, ...argv: string[]): string;
  /** Removes all containers, ends the engines and all they have mounted. */
  stop(): Promise<void>;
}

const IMAGE = 'localhost/box:latest';
/** Options for root without systemd and without the right to raise limits. */
export const PODMAN_CONF = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** @param restoresLive containers of Docker run on while it does not */
export async function startEngines({ restoresLive = true } = {}): Promise<ContainerEngines> {
  const { path: folder, remove } = scratchFolder();
  const running = new Map<EngineName, ChildProcess>();
  const socket = (engine: EngineName): string => join(folder, `${engine}.sock`);
  const podmanStore = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const env = {
    ...process.env,
    PATH: `/usr/sbin:/sbin:${process.env['PATH'] ?? ''}`,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  };
  writeFileSync(env.CONTAINERS_CONF, PODMAN_CONF);
  const image = packImage(folder);
  const bridge = addBridge();
  const ids: string[] = [];

  const argvOf = (engine: EngineName): string[] =>
    engine === 'podman'
      ? ['podman', ...podmanStore, 'system', 'service', '--time=0', `unix://${socket('podman')}`]
      : [
          'dockerd',
          ...Object.entries({
            '--host': `unix://${socket('docker')}`,
            '--data-root': join(folder, 'data'),
            '--exec-root': join(folder, 'exec'),
            '--pidfile': join(folder, 'docker.pid'),
            '--bridge': bridge,
          }).flat(),
          // Two that start concurrently would create the same firewall chains.
          '--iptables=false',
          ...(restoresLive ? ['--live-restore'] : []),
        ];

  const ask = <T>(engine: EngineName, method: string, path: string, body?: Json | Buffer): Promise<T> =>
    exchange<T>(socket(engine), method, `/v1.41${path}`, body);

  const start = async (engine: EngineName): Promise<void> => {
    const [program = '', ...argv] = argvOf(engine);
    const log = openSync(join(folder, `${engine}.log`), 'a');
    // Podman's monitor leaves a file named `oom` where it was started.
    const child = spawn(program, argv, { cwd: folder, stdio: ['ignore', log, log], env });
    running.set(engine, child);
    for (let attempt = 0; attempt < 240; attempt++) {
      if (child.exitCode !== null) break;
      if (
        await ask(engine, 'GET', '/_ping').then(
          () => true,
          () => false,
        )
      )
        return;
      await pause(125);
    }
    throw new Error(
      `${engine} does not answer: ${readFileSync(join(folder, `${engine}.log`), 'utf8').slice(-2000)}`,
    );
  };

  const kill = async (engine: EngineName, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    const child = running.get(engine);
    running.delete(engine);
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
    // Its containerd ends with it, but may stay a zombie, which the next dockerd would wait for.
    if (engine === 'docker') rmSync(join(folder, 'exec/containerd/containerd.pid'), { force: true });
  };

  const removeAll = async (engine: EngineName): Promise<void> => {
    const all = await ask<{ Id: string }[]>(engine, 'GET', '/containers/json?all=1');
    await Promise.all(
      all.map(async ({ Id }) => {
        // Podman stops a removed one, and waits 10 s for it.
        await ask(engine, 'POST', `/containers/${Id}/kill`).catch(() => {});
        await ask(engine, 'DELETE', `/containers/${Id}?force=1&v=1`).catch(() => {});
      }),
    );
  };

  const stop = async (): Promise<void> => {
    await Promise.all([...running.keys()].map((engine) => removeAll(engine).catch(() => {})));
    const docker = running.get('docker');
    if (docker !== undefined && docker.exitCode === null) {
      const ended = new Promise((resolve) => docker.once('exit', resolve));
      docker.kill('SIGTERM');
      await Promise.race([ended, pause(10_000)]);
    }
    for (const engine of running.keys()) await kill(engine);
    killLeftovers(folder, ids);
    removeBridge(bridge);
    unmountBelow(folder);
    remove();
  };

  try {
    await Promise.all([start('docker'), start('podman')]);
    const query = '/images/create?fromSrc=-&repo=localhost/box&tag=latest';
    await Promise.all((['docker', 'podman'] as const).map((engine) => ask(engine, 'POST', query, image)));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    folder,
    socket,
    start,
    kill,
    ask,
    async run(engine, name, script, { config = {}, host = {} } = {}) {
      const made = await ask<{ Id: string }>(engine, 'POST', `/containers/create?name=${name}`, {
        Image: IMAGE,
        Cmd: ['/bin/sh', '-c', script],
        HostConfig: host,
        ...config,
      });
      ids.push(made.Id);
      await ask(engine, 'POST', `/containers/${made.Id}/start`);
      return made.Id;
    },
    command: (engine, ...argv) =>
      engine === 'docker'
        ? output('docker', '--host', `unix://${socket('docker')}`, ...argv)
        : execFileSync('podman', [...podmanStore, ...argv], {
            cwd: folder,
            encoding: 'utf8',
            env,
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
    stop,
  };
}

/** A root file system of busybox and what it is linked with, as tar. */
function packImage(folder: string): Buffer {
  const root = join(folder, 'rootfs');
  for (const name of ['bin', 'proc', 'sys', 'dev', 'tmp', 'etc'])
    mkdirSync(join(root, name), { recursive: true });
  const busybox = output('which', 'busybox').trim();
  cpSync(busybox, join(root, 'bin/busybox'), { dereference: true });
  for (const name of output(busybox, '--list').trim().split('\n')) {
    if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name));
  }
  const libraries = spawnSync('ldd', [busybox], { encoding: 'utf8' }).stdout.match(/\/\S+/g) ?? [];
  for (const library of libraries.filter((path) => existsSync(path) && path !== busybox)) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    cpSync(library, join(root, library), { dereference: true });
  }
  return execFileSync('tar', ['-C', root, '-cf', '-', '.'], { maxBuffer: 64 << 20 });
}

/** Containers that an engine failed to remove would continue, with their monitors. */
function killLeftovers(folder: string, ids: readonly string[]): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const file = (name: string): string => readTextOf(`/proc/${pid}/${name}`);
    const isWatcher = file('cmdline').includes(`${folder}/`) && Number(pid) !== process.pid;
    const isContainer = ids.some((id) => file('cgroup').includes(id));
    if (isWatcher || isContainer) spawnSync('kill', ['-KILL', pid], { stdio: 'ignore' });
  }
}

function readTextOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function unmountBelow(folder: string): void {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`));
  for (const path of mounts.reverse()) spawnSync('umount', ['-l', path], { stdio: 'ignore' });
}

function exchange<T>(socketPath: string, method: string, path: string, body?: Json | Buffer): Promise<T> {
  const type = Buffer.isBuffer(body) ? 'application/x-tar' : 'application/json';
  return new Promise((resolve, reject) => {
    const request = http.request(
      { socketPath, method, path, headers: { 'content-type': type } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const status = response.statusCode ?? 0;
          if (status >= 400) reject(new Error(`${method} ${path}: ${status} ${text}`));
          else resolve(parse(text) as T);
        });
      },
    );
    request.on('error', reject);
    request.end(Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body));
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
