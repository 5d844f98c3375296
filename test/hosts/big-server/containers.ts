import { json } from '../../../scripts/support/tree.ts';
import type { Tree } from '../../../scripts/support/tree.ts';
import { counted, FIRST_STEP_AT } from './model.ts';
import type { Step } from './model.ts';

/** A container; its process is in programs.ts. Amounts at step 1, and additions at step 2. */
interface Container {
  engine: 'docker' | 'podman' | 'lxd';
  name: string;
  image: string;
  command: string;
  pid: number;
  status: 'running' | 'healthy' | 'unhealthy' | 'paused';
  microseconds: [first: number, increase: number];
  memory: number;
  inactiveFile: number;
  memoryLimit: number | null;
  /** Cores. */
  cpuLimit: number | null;
  read: [first: number, increase: number];
  written: [first: number, increase: number];
  received: [first: number, increase: number];
  sent: [first: number, increase: number];
  port?: [outer: number, inner: number];
  pod?: string;
}

const GIB = 2 ** 30;
const DAY_MS = 86_400_000;

/** Rates per second are half of the increases. */
const CONTAINERS: readonly Container[] = [
  {
    engine: 'docker',
    name: 'metrics',
    image: 'prom/prometheus:v3.5.0',
    command: '/bin/prometheus --config.file=/etc/prometheus/prometheus.yml',
    pid: 2008,
    status: 'healthy',
    microseconds: [9_000_000_000, 1_500_000],
    memory: 6 * GIB,
    inactiveFile: 2 * GIB,
    memoryLimit: 8 * GIB,
    cpuLimit: 4,
    read: [40 * GIB, 2_097_152],
    written: [60 * GIB, 8_388_608],
    received: [90 * GIB, 4_194_304],
    sent: [10 * GIB, 1_048_576],
    port: [9090, 9090],
  },
  {
    engine: 'docker',
    name: 'shop-db',
    image: 'postgres:17',
    command: 'docker-entrypoint.sh postgres',
    pid: 2007,
    status: 'running',
    microseconds: [20_000_000_000, 500_000],
    memory: 24 * GIB,
    inactiveFile: 16 * GIB,
    memoryLimit: null,
    cpuLimit: null,
    read: [300 * GIB, 1_048_576],
    written: [200 * GIB, 4_194_304],
    received: [8 * GIB, 65_536],
    sent: [30 * GIB, 262_144],
  },
  {
    engine: 'podman',
    name: 'front',
    image: 'docker.io/library/nginx:1.27',
    command: 'nginx -g daemon off;',
    pid: 3012,
    status: 'running',
    microseconds: [1_000_000_000, 20_000],
    memory: GIB,
    inactiveFile: GIB / 4,
    memoryLimit: 2 * GIB,
    cpuLimit: 0.5,
    read: [GIB, 0],
    written: [GIB / 2, 4096],
    received: [5 * GIB, 131_072],
    sent: [50 * GIB, 1_310_720],
    port: [8443, 443],
    pod: 'shop',
  },
  {
    engine: 'lxd',
    name: 'secrets',
    image: 'Debian bookworm amd64 (20260101_05:24)',
    command: '',
    pid: 3020,
    status: 'running',
    microseconds: [500_000_000, 10_000],
    memory: GIB / 2,
    inactiveFile: GIB / 8,
    memoryLimit: 4 * GIB,
    cpuLimit: null,
    read: [GIB, 0],
    written: [GIB, 8192],
    received: [GIB, 1024],
    sent: [GIB, 2048],
    port: [8200, 8200],
  },
];

/** Docker, Podman and LXD: what they answer, and the control groups (version 2) and networks of their containers. */
export function composeContainers(step: Step): Tree {
  return new Map([
    [
      'services.json',
      json({
        '/var/run/docker.sock': docker(),
        '/run/podman/podman.sock': podman(),
        '/var/lib/lxd/unix.socket': lxd(),
      }),
    ],
    ...CONTAINERS.flatMap((container) => counters(container, step)),
  ]);
}

/** 64 hexadecimal digits. */
const idOf = (name: string): string =>
  Buffer.from(name).toString('hex').repeat(8).slice(0, 64).padEnd(64, '0');

/** Below /sys/fs/cgroup. */
const GROUPS: Readonly<Record<Container['engine'], (name: string) => string>> = {
  docker: (name) => `system.slice/docker-${idOf(name)}.scope`,
  podman: (name) => `machine.slice/libpod-${idOf(name)}.scope`,
  lxd: (name) => `lxc.payload.${name}`,
};

function counters(container: Container, step: Step): [string, string][] {
  const { engine, name, pid } = container;
  const group = GROUPS[engine](name);
  const folder = `sys/fs/cgroup/${group}`;
  const at = ([first, increase]: [number, number]): number => counted(step, first, increase);
  const { cpuLimit, memoryLimit } = container;
  return [
    [`proc/${pid}/cgroup`, `0::/${group}\n`],
    [`proc/${pid}/net/dev`, netDev(at(container.received), at(container.sent))],
    [`${folder}/cpu.stat`, `usage_usec ${at(container.microseconds)}\nuser_usec 0\nsystem_usec 0\n`],
    [`${folder}/cpu.max`, `${cpuLimit === null ? 'max' : cpuLimit * 100_000} 100000\n`],
    [`${folder}/memory.current`, `${container.memory}\n`],
    [`${folder}/memory.stat`, `anon 0\nfile 0\ninactive_file ${container.inactiveFile}\n`],
    [`${folder}/memory.max`, `${memoryLimit ?? 'max'}\n`],
    [
      `${folder}/io.stat`,
      `259:0 rbytes=${at(container.read)} wbytes=${at(container.written)} rios=1 wios=1 dbytes=0 dios=0\n`,
    ],
  ];
}

const netDev = (received: number, sent: number): string =>
  [
    'Inter-|   Receive                                                |  Transmit',
    ' face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed',
    '    lo:       0       0    0    0    0     0          0         0        0       0    0    0    0     0       0          0',
    `  eth0: ${received} 1000    0    0    0     0          0         0 ${sent} 1000    0    0    0     0       0          0`,
    '',
  ].join('\n');

const of = (engine: Container['engine']): Container[] =>
  CONTAINERS.filter((container) => container.engine === engine);
const createdAt = new Date(FIRST_STEP_AT - 30 * DAY_MS).toISOString();
const startedAt = FIRST_STEP_AT - 3 * DAY_MS;

/** It does not run any more. */
const ENDED = {
  name: 'import',
  image: 'shop/import:5',
  details: {
    Created: createdAt,
    State: {
      Status: 'exited',
      Running: false,
      OOMKilled: true,
      Pid: 0,
      ExitCode: 137,
      StartedAt: new Date(FIRST_STEP_AT - 2 * 3_600_000).toISOString(),
      FinishedAt: new Date(FIRST_STEP_AT - 3 * 60_000).toISOString(),
    },
    RestartCount: 0,
    Config: { Cmd: ['/import', '--all'] },
    HostConfig: { NetworkMode: 'default' },
  },
};

function docker(): Record<string, unknown> {
  const prefix = '/v1.44';
  return {
    '/version': { Version: '29.0.0', ApiVersion: '1.52', MinAPIVersion: '1.44' },
    [`${prefix}/containers/json?all=1`]: [
      ...of('docker').map(({ name, image, status }) => ({
        Id: idOf(name),
        Names: [`/${name}`],
        Image: image,
        ImageID: `sha256:${idOf(image)}`,
        State: status === 'paused' ? 'paused' : 'running',
        Status: `Up 3 days${status === 'running' ? '' : ` (${status})`}`,
      })),
      {
        Id: idOf(ENDED.name),
        Names: [`/${ENDED.name}`],
        Image: ENDED.image,
        ImageID: '',
        State: 'exited',
        Status: 'Exited (137) 3 minutes ago',
      },
    ],
    [`${prefix}/containers/${idOf(ENDED.name)}/json`]: ENDED.details,
    ...Object.fromEntries(
      of('docker').map((container) => [
        `${prefix}/containers/${idOf(container.name)}/json`,
        dockerDetails(container),
      ]),
    ),
    ...images(prefix, of('docker'), 'sha256:'),
  };
}

const dockerDetails = ({ pid, status, command, port, cpuLimit }: Container) => ({
  Created: createdAt,
  State: {
    Status: status === 'paused' ? 'paused' : 'running',
    Running: true,
    Pid: pid,
    StartedAt: new Date(startedAt).toISOString(),
    ...(status.endsWith('healthy') && { Health: { Status: status, FailingStreak: 0 } }),
  },
  RestartCount: 0,
  Config: { Entrypoint: command.split(' ').slice(0, 1), Cmd: command.split(' ').slice(1) },
  HostConfig: { NetworkMode: 'default', NanoCpus: (cpuLimit ?? 0) * 1e9 },
  NetworkSettings: {
    Ports: port === undefined ? {} : { [`${port[1]}/tcp`]: [{ HostIp: '0.0.0.0', HostPort: `${port[0]}` }] },
  },
});

function podman(): Record<string, unknown> {
  const prefix = '/v5.6.0/libpod';
  return {
    '/version': {
      Version: '5.6.0',
      ApiVersion: '1.41',
      Components: [{ Name: 'Podman Engine', Details: { APIVersion: '5.6.0', MinAPIVersion: '4.0.0' } }],
    },
    [`${prefix}/containers/json?all=true&pod=true`]: of('podman').map((container) => ({
      Id: idOf(container.name),
      Names: [container.name],
      Image: container.image,
      ImageID: idOf(container.image),
      Command: container.command.split(' '),
      Created: createdAt,
      StartedAt: startedAt / 1000,
      State: container.status,
      Status: '',
      Pid: container.pid,
      Pod: container.pod === undefined ? '' : idOf(container.pod),
      PodName: container.pod ?? '',
      Ports:
        container.port === undefined
          ? null
          : [
              {
                host_ip: '',
                host_port: container.port[0],
                container_port: container.port[1],
                range: 1,
                protocol: 'tcp',
              },
            ],
    })),
    ...Object.fromEntries(
      of('podman').map(({ name, pid }) => [
        `${prefix}/containers/${idOf(name)}/json`,
        {
          State: { Status: 'running', Pid: pid, Health: { Status: '' } },
          HostConfig: { NetworkMode: 'bridge' },
        },
      ]),
    ),
    ...images(prefix, of('podman'), ''),
  };
}

const images = (prefix: string, containers: readonly Container[], kind: string): Record<string, unknown> =>
  Object.fromEntries(
    containers.map(({ image }) => [
      `${prefix}/images/${encodeURIComponent(kind + idOf(image))}/json`,
      { RepoTags: [image] },
    ]),
  );

function lxd(): Record<string, unknown> {
  const answer = (metadata: unknown) => ({ type: 'sync', status: 'Success', status_code: 200, metadata });
  const proxy = ([outer, inner]: [number, number]) => ({
    type: 'proxy',
    listen: `tcp:0.0.0.0:${outer}`,
    connect: `tcp:127.0.0.1:${inner}`,
  });
  return {
    '/1.0': answer({
      api_extensions: ['instances', 'instance_all_projects'],
      auth: 'trusted',
      environment: { server_clustered: false, server_name: 'big-server', server_version: '5.0.2' },
    }),
    '/1.0/instances?recursion=1&all-projects=true': answer(
      of('lxd').map(({ name, image, port }) => ({
        name,
        status: 'Running',
        type: 'container',
        project: 'default',
        location: 'none',
        created_at: createdAt,
        last_used_at: new Date(startedAt).toISOString(),
        expanded_config: { 'image.description': image },
        expanded_devices: port === undefined ? {} : { published: proxy(port) },
      })),
    ),
    ...Object.fromEntries(
      of('lxd').map(({ name, pid, memory }) => [
        `/1.0/instances/${name}/state`,
        answer({
          status: 'Running',
          pid,
          cpu: { usage: 0 },
          memory: { usage: memory },
          disk: {},
          network: {},
        }),
      ]),
    ),
  };
}
