/** A hub over a database into which thousands of hosts push. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, pause, startAgent, startChild } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { openFleetPage } from '../open-fleet-page.ts';
import { type PushingHosts, pushingHosts, SERIES_PER_HOST } from '../pushing-hosts.ts';

const VICTORIA = '/usr/bin/victoria-metrics';
const DATABASE = 61_441;
const HUB = 61_442;
const HOSTS = 5000;
const INTERVAL_MS = 15_000;
/** Samples of each series before the hub starts. */
const BEFORE = 5;
const MEASURED_MS = 60_000;
const TRIES = 5;
const REACH = { share: 20, mb: 250, listMs: 500, hostMs: 500 } as const;
const COLUMNS = ['cpu:total', 'mem:percent', 'load:min5', 'fs:percent:/'];
/** The series of the page of a host when it is opened on the last hour. */
const SERIES = [
  ...['total', 'user', 'system', 'iowait'].map((name) => `cpu/${name}`),
  ...['min1', 'min5'].map((name) => `load/${name}`),
  'mem/percent',
  'memswap/percent',
  ...['/', '/home', '/var'].map((name) => `fs/${name}_percent`),
  ...['eth0', 'eth1'].flatMap((name) => [
    `network/${name}_bytes_recv_rate_per_sec`,
    `network/${name}_bytes_sent_rate_per_sec`,
  ]),
  ...['sda', 'sdb'].flatMap((name) => [
    `diskio/${name}_read_bytes_rate_per_sec`,
    `diskio/${name}_write_bytes_rate_per_sec`,
  ]),
];

export const measureScale: Measure = async () => {
  if (!existsSync(VICTORIA)) return [];
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const hosts = pushingHosts(HOSTS, new URL(`http://127.0.0.1:${DATABASE}/api/v1/write`));
  const running: Child[] = [];
  try {
    const database = await startChild(
      '/bin/sh',
      [
        '-c',
        `exec ${VICTORIA} -storageDataPath=${folder}/data -httpListenAddr=127.0.0.1:${DATABASE} -search.latencyOffset=0s 2>&1`,
      ],
      'started VictoriaMetrics',
    );
    running.push(database);
    await pause(200);
    const begun = performance.now();
    for (let index = BEFORE; index > 0; index -= 1) await hosts.push(Date.now() - index * INTERVAL_MS);
    const pushed = (BEFORE * HOSTS * SERIES_PER_HOST * 1000) / (performance.now() - begun);
    const pushing = goOn(hosts);
    const file = join(folder, 'hub.conf');
    writeFileSync(
      file,
      `[serverlist]\nrefresh=10\ncolumns=${COLUMNS.join(',')}\n[history]\nurl=http://127.0.0.1:${DATABASE}\n`,
    );
    const hub = await startAgent(HUB, '--browser', '--disable-autodiscover', '--disable-archive', '-C', file);
    running.push(hub);
    const figures = await watch(hub, database);
    await pushing.end();
    return [
      ...figures,
      {
        name: `${HOSTS} hosts with ${SERIES_PER_HOST} series each push, samples per second taken`,
        value: digits(pushed),
        peer: `needed: ${digits((HOSTS * SERIES_PER_HOST * 1000) / INTERVAL_MS)}`,
        reach: '≥ what is needed',
        isReached: pushed >= (HOSTS * SERIES_PER_HOST * 1000) / INTERVAL_MS,
      },
    ];
  } finally {
    hosts.close();
    await Promise.all(running.reverse().map((child) => child.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Pushes at the usual pace until it is ended. */
function goOn(hosts: PushingHosts): { end(): Promise<void> } {
  let isOver = false;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const begun = performance.now();
      await hosts.push(Date.now());
      for (; !isOver && performance.now() - begun < INTERVAL_MS;) await pause(100);
    }
  };
  const running = run();
  return {
    end() {
      isOver = true;
      return running;
    },
  };
}

async function watch(hub: Child, database: Child): Promise<Figure[]> {
  const page = await openFleetPage(HUB);
  while ((await online()) < HOSTS) await pause(500);
  const [own, other, begun] = [hub.cpuMs(), database.cpuMs(), performance.now()];
  await pause(MEASURED_MS);
  const took = performance.now() - begun;
  const share = ((hub.cpuMs() - own) / took) * 100;
  const mb = hub.residentMb();
  const databaseShare = ((database.cpuMs() - other) / took) * 100;
  const list = await median(() => get('/api/servers?limit=1000&sort=cpu_total&order=desc'));
  const queries = await median(() => askDatabase());
  const { servers } = (await get('/api/servers?limit=1')) as { servers: { id: string }[] };
  const host = `/servers/${servers[0]?.id}/api`;
  const series = SERIES.map((id) => `series=${encodeURIComponent(id)}`).join('&');
  let hours = 0;
  // A new range each time: replies are cached.
  const course = await median(() => get(`${host}/history/range?${series}&from=-${60 + hours++}m&points=150`));
  page.destroy();
  return [
    {
      name: `Hub over a database of ${HOSTS} hosts, page of the fleet open`,
      value: `${digits(share)} % of a core, ${digits(mb)} MB; ${await online()} online`,
      peer: `VictoriaMetrics: ${digits(databaseShare)} %, ${digits(database.residentMb())} MB, ingestion included`,
      reach: `≤ ${REACH.share} %, ≤ ${REACH.mb} MB`,
      isReached: share <= REACH.share && mb <= REACH.mb,
    },
    {
      name: `Its list, the first 1,000 of ${HOSTS} by CPU`,
      value: `${digits(list)} ms`,
      peer: `the queries that it is made of, asked one after the other: ${digits(queries)} ms`,
      reach: `≤ ${REACH.listMs} ms`,
      isReached: list <= REACH.listMs,
    },
    {
      name: `Page of one of them: ${SERIES.length} series of the last hour with their bands`,
      value: `${digits(course)} ms`,
      peer: 'none',
      reach: `≤ ${REACH.hostMs} ms`,
      isReached: course <= REACH.hostMs,
    },
  ];
}

async function get(path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${HUB}${path}`);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const online = async (): Promise<number> =>
  ((await get('/api/servers?limit=1')) as { counts: { ONLINE: number } }).counts.ONLINE;

/** The queries of one poll of all hosts. */
async function askDatabase(): Promise<void> {
  const metrics = [
    'max by (instance) (timestamp(gander_build_info{instance!=""}))',
    'gander_cpu_total_ratio{instance!=""}',
    'gander_mem_used_ratio{instance!=""}',
    'gander_load_min5{instance!=""}',
    'gander_fs_used_ratio{instance!="",mountpoint="/"}',
  ];
  for (const query of metrics)
    await (
      await fetch(`http://127.0.0.1:${DATABASE}/api/v1/query?query=${encodeURIComponent(query)}`)
    ).arrayBuffer();
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < TRIES; index += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[TRIES >> 1] as number;
}
