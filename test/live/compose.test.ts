/**
 * examples/Dockerfile and examples/docker-compose.yml on a real Docker: an agent with those mounts and privileges, and no
 * more, sees its host. The build stage is run by image.full.test.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { runOptions } from '../support/compose-service.ts';
import type { ComposeService, ComposeVolume } from '../support/compose-service.ts';
import { copyInto, importImage, type RunningEngine, startDocker } from '../support/container-engines.ts';
import { isInThisRun } from '../support/full-run.ts';
import { PODMAN_CONF } from '../support/live-engines.ts';
import { type LiveAgent, REPOSITORY, serveLive } from '../support/live-agent.ts';
import { act, hidesProcesses, lacking, output, scratchFolder } from '../support/live-tools.ts';

const example = (name: string): string => readFileSync(join(REPOSITORY, 'examples', name), 'utf8');
const compose = parse(example('docker-compose.yml')) as {
  services: { gander: ComposeService & { volumes: ComposeVolume[]; cap_add: string[]; image: string } };
};
const { gander } = compose.services;

interface Manifest {
  spec: {
    template: {
      spec: {
        hostPID: boolean;
        hostNetwork: boolean;
        containers: {
          image: string;
          volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
          securityContext: {
            readOnlyRootFilesystem: boolean;
            allowPrivilegeEscalation: boolean;
            capabilities: { drop: string[]; add: string[] };
          };
        }[];
        volumes: { name: string; hostPath?: { path: string } }[];
      };
    };
  };
}

describe('the DaemonSet', () => {
  it('asks for what the compose file asks for', () => {
    const { spec } = (parse(example('kubernetes-daemonset.yaml')) as Manifest).spec.template;
    const [container] = spec.containers;
    const host = spec.volumes.find(({ hostPath }) => hostPath?.path === '/')?.name;
    expect(spec).toMatchObject({ hostPID: false, hostNetwork: false });
    expect(container).toMatchObject({
      image: gander.image,
      securityContext: {
        readOnlyRootFilesystem: gander['read_only'],
        allowPrivilegeEscalation: false,
        capabilities: { drop: gander['cap_drop'], add: gander.cap_add },
      },
    });
    expect(container?.volumeMounts.find(({ name }) => name === host)).toMatchObject({
      mountPath: gander.volumes.find(({ source }) => source === '/')?.target,
      readOnly: true,
    });
  });
});

/** The last stage of the Dockerfile; results of earlier stages come from `built/`. */
const lastStage = (text: string): string =>
  text
    .slice(text.lastIndexOf('\nFROM '))
    .replaceAll(/^RUN apt-get (?:.*\\\n)*.*\n/gm, '')
    .replaceAll('COPY --from=build /gander ', 'COPY built ');

/** A mount that follows the host's needs a host whose mounts are followed; systemd makes them so, a bare container does not. */
function runnable(service: ComposeService & { volumes: ComposeVolume[] }): ComposeService {
  if (output('findmnt', '-no', 'PROPAGATION', '/').trim().startsWith('shared')) return service;
  return { ...service, volumes: service.volumes.map((volume) => ({ ...volume, bind: undefined })) };
}

const SOCKET = '/run/docker.sock';

interface OfferedSocket {
  remove(): void;
}

/** Creates the socket at its usual path; null: it exists already. */
function offerSocket(socket: string): OfferedSocket | null {
  if (existsSync(SOCKET)) return null;
  writeFileSync(SOCKET, '');
  output('mount', '--bind', socket, SOCKET);
  return {
    remove() {
      output('umount', SOCKET);
      rmSync(SOCKET);
    },
  };
}

/** A script that prints the names of all state files. */
const STATE_FILES = `require('fs').readdirSync('/var/lib/gander', { recursive: true }).join(' ')`;

const hasPodman =
  lacking('the compose file under Podman', { root: true, programs: ['podman', 'runc', 'tini'] }) === null;

/** Options and settings for a Podman that has all of its files in a folder. */
function preparePodman(folder: string): { CONTAINERS_CONF: string; podman: string[] } {
  mkdirSync(folder);
  const CONTAINERS_CONF = join(folder, 'containers.conf');
  writeFileSync(CONTAINERS_CONF, PODMAN_CONF);
  return { CONTAINERS_CONF, podman: ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')] };
}

const SUITE = 'the image and the compose file';
const missing =
  !isInThisRun(SUITE) ||
  lacking(SUITE, {
    root: true,
    programs: ['dockerd', 'docker', 'runc', 'iptables', 'findmnt', 'ip', 'tini'],
  });

describe.skipIf(missing !== null)('an agent as the compose file starts it', () => {
  const folder = scratchFolder();
  let docker: RunningEngine;
  let address: string;
  let outside: LiveAgent;
  let hostSocket: OfferedSocket | null;

  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://${address}:61208${path}`)).json()) as T;

  beforeAll(async () => {
    docker = await startDocker(join(folder.path, 'docker'));
    const dockerfile = example('Dockerfile');
    const base = /^FROM (\S+)$/m.exec(dockerfile)?.[1] ?? '';
    importImage(docker, base, folder.path, {
      '/usr/local/bin/node': process.execPath,
      '/usr/bin/tini': '/usr/bin/tini',
      '/bin/sh': '/bin/sh',
      '/usr/bin/install': '/usr/bin/install',
    });
    const context = join(folder.path, 'context');
    mkdirSync(join(context, 'built'), { recursive: true });
    symlinkSync('/usr/local/bin/node', join(context, 'built/node'));
    copyInto(join(context, 'built'), REPOSITORY, ['package.json', 'bin', 'dist']);
    writeFileSync(join(context, 'Dockerfile'), lastStage(dockerfile));
    docker.run('build', '--tag', gander.image, context);
    hostSocket = offerSocket(docker.socket);
    docker.run('run', '--detach', '--name', 'gander', ...runOptions(runnable(gander)), gander.image);
    address = docker.run('inspect', '--format', '{{.NetworkSettings.IPAddress}}', 'gander').trim();
    await vi.waitFor(() => get('/api/4/status'), { interval: 100 });
    outside = await serveLive({ env: { DOCKER_HOST: `unix://${docker.socket}` } });
  });

  afterAll(async () => {
    await outside?.stop();
    hostSocket?.remove();
    await docker?.stop();
    folder.remove();
  });

  const both = async <T>(plugin: string): Promise<[T, T]> => [
    await get<T>(`/api/4/${plugin}`),
    await outside.get<T>(`/${plugin}`),
  ];

  it('is healthy by the check of its image', () => {
    const check = docker.run('inspect', '--format', '{{json .Config.Healthcheck.Test}}', 'gander');
    const [kind, ...argv] = JSON.parse(check) as string[];
    expect(kind).toBe('CMD');
    docker.run('exec', 'gander', ...argv);
  });

  it('sees the processes of the host, with what they read and write', async () => {
    const { pid } = act('sleep', '86422');
    const seen = await vi.waitFor(
      async () => {
        const list = await get<{ pid: number; name: string; io_counters: number[] }[]>('/api/4/processlist');
        const found = list.find((process) => process.pid === pid);
        expect(found?.io_counters[4]).toBe(1);
        return found;
      },
      { interval: 200 },
    );
    expect(seen?.name).toBe('sleep');
  });

  it('sees its name, system, memory, cores and interfaces', async () => {
    for (const plugin of ['system', 'core', 'ip']) {
      const [inside, host] = await both(plugin);
      expect(inside, plugin).toEqual(host);
    }
    const [memory, hostMemory] = await both<{ total: number }>('mem');
    expect(memory.total).toBe(hostMemory.total);
    const names = (items: { interface_name: string }[]): string[] => items.map((item) => item.interface_name);
    // Containers of other suites come and go between the two replies.
    await vi.waitFor(
      async () => {
        const [network, hostNetwork] = await both<{ interface_name: string }[]>('network');
        expect(names(network)).toEqual(names(hostNetwork));
      },
      { interval: 200 },
    );
  });

  it('sees file systems, disks and sensors by their names on the host', async () => {
    const keys = (items: Record<string, unknown>[]): unknown[] =>
      items.map((item) => item[String(item['key'])]);
    for (const plugin of ['fs', 'diskio', 'sensors']) {
      const [inside, host] = await both<Record<string, unknown>[]>(plugin);
      // Docker's own mounts for the container came later.
      expect(keys(inside), plugin).toEqual(
        expect.arrayContaining(keys(host).filter((key) => key === '/' || plugin !== 'fs')),
      );
    }
  });

  it('sees the containers of the host through its socket', async (context) => {
    if (hostSocket === null) return context.skip('this machine has a /run/docker.sock of its own');
    const names = async () =>
      (await get<{ name: string; engine: string }[]>('/api/4/containers')).map(({ name }) => name);
    await vi.waitFor(async () => expect(await names()).toContain('gander'), { interval: 250 });
  });

  it('can write nothing, neither in the image nor on the host', () => {
    const tried = docker.run(
      'exec',
      'gander',
      '/gander/node',
      '-e',
      `for (const path of ['/gander/x', '/host/tmp/gander-test-${process.pid}', '/etc/x'])
        try { require('fs').writeFileSync(path, ''); console.log('written ' + path) } catch (e) { console.log(e.code) }`,
    );
    expect(tried.trim().split('\n')).toEqual(['EROFS', 'EROFS', 'EROFS']);
  });

  it('keeps history and events in its volume, as root without capabilities', async () => {
    await vi.waitFor(async () => expect(await get('/api/archive')).toMatchObject({ state: 'ok' }), {
      interval: 200,
    });
    await vi.waitFor(
      () =>
        expect(docker.run('exec', 'gander', '/gander/node', '-p', STATE_FILES)).toMatch(/events-\d+\.jsonl/),
      { interval: 200 },
    );
  });

  // Podman takes no runroot of more than 50 characters.
  it.skipIf(!hasPodman)('keeps them under Podman too', async () => {
    const { CONTAINERS_CONF, podman } = preparePodman(join(folder.path, 'p'));
    const image = join(folder.path, 'image.tar');
    docker.run('save', '--output', image, gander.image);
    const run = (...argv: string[]): string =>
      execFileSync('podman', [...podman, ...argv], {
        encoding: 'utf8',
        env: { ...process.env, CONTAINERS_CONF },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    run('load', '--input', image);
    // Podman's own first process is a package of its own.
    const options = runOptions({ ...runnable(gander), init: false });
    run('run', '--detach', '--network', 'none', '--name', 'gander', ...options, gander.image);
    try {
      const ask = `fetch('http://127.0.0.1:61208/api/archive').then((reply) => reply.json()).then(({ state }) => console.log(state))`;
      await vi.waitFor(() => expect(run('exec', 'gander', '/gander/node', '-e', ask).trim()).toBe('ok'), {
        interval: 200,
      });
      await vi.waitFor(
        () => expect(run('exec', 'gander', '/gander/node', '-p', STATE_FILES)).toMatch(/events-\d+\.jsonl/),
        { interval: 200 },
      );
    } finally {
      run('rm', '--force', '--volumes', 'gander');
      run('volume', 'rm', '--all', '--force');
    }
  });

  it('is a user without rights unless told otherwise, who sees what the host shows to users', async () => {
    const options = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
    const host = ['--mount', 'type=bind,source=/,target=/host,readonly'];
    docker.run('run', '--detach', '--name', 'user', ...options, ...host, gander.image);
    const check = JSON.parse(
      docker.run('inspect', '--format', '{{json .Config.Healthcheck.Test}}', 'user'),
    ) as string[];
    await vi.waitFor(() => docker.run('exec', 'user', ...check.slice(1)), { interval: 200 });
    const status = docker.run('exec', 'user', '/gander/node', '-p', 'process.getuid()');
    expect(status.trim()).toBe('65532');
    const own = docker.run('inspect', '--format', '{{.NetworkSettings.IPAddress}}', 'user').trim();
    const list = (await (await fetch(`http://${own}:61208/api/4/processlist`)).json()) as { pid: number }[];
    expect(list.some(({ pid }) => pid === process.pid)).toBe(!hidesProcesses());
  });

  it('ends at once, and well', () => {
    docker.run('stop', '--time', '10', 'gander');
    expect(docker.run('inspect', '--format', '{{.State.ExitCode}}', 'gander').trim()).toBe('0');
  });
});
