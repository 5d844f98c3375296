import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, pause, startAgent, startChild } from '../child.ts';
import { openFleetPage } from '../open-fleet-page.ts';
import { digits, type Figure, type Measure } from '../figure.ts';

const HUB = 61_420;
const AGENTS = 61_430;
const STAND_INS = 61_421;
const HANGING = 61_422;
const REAL = 20;
const MANY = 1000;
const DEAD = 100;
const REFRESH = 10;
const SETTLE_MS = 25_000;
const MEASURED_MS = 30_000;
const REACH = { share: 20, mb: 250 } as const;
const COLUMNS = 'system:hr_name,load:min5,cpu:total,mem:percent';

/** Replayed replies: Gander's short form, or Glances'. */
type Dialect = 'Gander' | 'others';

/** The replies of a real agent to every request of a hub. */
async function record(dialect: Dialect): Promise<Record<string, string>> {
  const plugins = ['system', 'load', 'cpu', 'mem'];
  const paths =
    dialect === 'Gander'
      ? [`/api/values?of=${COLUMNS}`]
      : ['/api/4/status', ...plugins.flatMap((name) => [`/api/4/${name}`, `/api/4/${name}/views`])];
  const bodies = paths.map(async (path) => (await fetch(`http://127.0.0.1:${AGENTS}${path}`)).text());
  const answers = await Promise.all(bodies);
  return Object.fromEntries(paths.map((path, index) => [path, answers[index] ?? '']));
}

/** Loopback addresses from 127.1.0.1 on. */
const addressOf = (index: number): string => `127.1.${index >> 8}.${index & 255}`;

interface Listed {
  name: string;
  port: number;
}

function configuration(servers: readonly Listed[]): string {
  const lines = servers.flatMap(({ name, port }, index) => [
    `server_${index + 1}_name=${name}`,
    `server_${index + 1}_port=${port}`,
    `server_${index + 1}_protocol=rest`,
  ]);
  return ['[serverlist]', `columns=${COLUMNS}`, `refresh=${REFRESH}`, ...lines, ''].join('\n');
}

interface Page {
  counts: { ONLINE: number };
  servers: { age: number | null }[];
}

const list = async (): Promise<Page> =>
  (await (
    await fetch(`http://127.0.0.1:${HUB}/api/servers?status=ONLINE&limit=1000&sort=age`)
  ).json()) as Page;

interface Watched {
  /** Percent of one core. */
  share: number;
  mb: number;
  online: number;
  /** Seconds since the oldest of all values was read. */
  oldest: number;
}

/** Runs a hub over a list of servers, with a page of it open. */
async function watch(folder: string, servers: readonly Listed[]): Promise<Watched> {
  const file = join(folder, 'hub.conf');
  writeFileSync(file, configuration(servers));
  const hub = await startAgent(HUB, '--browser', '--disable-autodiscover', '-C', file);
  try {
    const page = await openFleetPage(HUB);
    await pause(SETTLE_MS);
    const [cpu, start] = [hub.cpuMs(), performance.now()];
    await pause(MEASURED_MS);
    const share = ((hub.cpuMs() - cpu) / (performance.now() - start)) * 100;
    const mb = hub.residentMb();
    const { counts, servers: rows } = await list();
    page.destroy();
    return { share, mb, online: counts.ONLINE, oldest: Math.max(...rows.map(({ age }) => age ?? Infinity)) };
  } finally {
    await hub.stop();
  }
}

const standIns = (folder: string, recorded: Record<string, string>, idleSeconds: number): Promise<Child> => {
  const file = join(folder, 'recording.json');
  writeFileSync(file, JSON.stringify(recorded));
  const program = join(import.meta.dirname, '../peers/stand-ins.js');
  return startChild(process.execPath, [program, file, String(STAND_INS), String(idleSeconds)], 'ready');
};

/** Accepts connections and never replies. */
async function startHanging(): Promise<() => void> {
  const open = new Set<Socket>();
  const server = createServer((socket) => void open.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(HANGING, '0.0.0.0', resolve));
  return () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
}

const figureOf = (name: string, watched: Watched, expected: number): Figure => ({
  name,
  value: `${digits(watched.share)} % of a core, ${digits(watched.mb)} MB; oldest value ${digits(watched.oldest)} s`,
  peer: `${watched.online} of ${expected} online`,
  reach: `≤ ${REACH.share} %, ≤ ${REACH.mb} MB`,
  isReached: watched.share <= REACH.share && watched.mb <= REACH.mb && watched.online === expected,
});

/** The cost of a hub that polls 1,000 servers every ten seconds while its page is open, and the delay that dead servers cause. */
export const measureFleet: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const agents: Child[] = [];
  const many = Array.from({ length: MANY }, (_, index) => ({ name: addressOf(index + 1), port: STAND_INS }));
  const figures: Figure[] = [];
  try {
    for (let index = 0; index < REAL; index += 1)
      agents.push(await startAgent(AGENTS + index, '--disable-autodiscover', '--disable-webui'));
    const real = agents.map((_, index) => ({ name: '127.0.0.1', port: AGENTS + index }));
    const recordings = { Gander: await record('Gander'), others: await record('others') };
    figures.push(figureOf(`Hub of ${REAL} real agents`, await watch(folder, real), REAL));
    await Promise.all(agents.splice(0).map((agent) => agent.stop()));

    const alike = await standIns(folder, recordings.Gander, 0);
    const all = await watch(folder, many);
    figures.push(figureOf(`Hub of ${MANY} agents (replayed)`, all, MANY));
    const letGo = await startHanging();
    const dead = Array.from({ length: DEAD }, (_, index) => ({ name: addressOf(index + 1), port: HANGING }));
    const mixed = await watch(folder, [...dead, ...many]);
    figures.push({
      ...figureOf(`The same beside ${DEAD} that hang`, mixed, MANY),
      peer: `${mixed.online} of ${MANY} online; oldest value without those ${digits(all.oldest)} s`,
      reach: `no value older than ${REFRESH * 1.25} s`,
      isReached: mixed.oldest <= REFRESH * 1.25 && mixed.online === MANY,
    });
    letGo();
    await alike.stop();

    // They close idle connections after five seconds, as Glances does.
    const others = await standIns(folder, recordings.others, 5);
    figures.push(figureOf(`Hub of ${MANY} other servers (replayed)`, await watch(folder, many), MANY));
    await others.stop();
    return figures;
  } finally {
    await Promise.all(agents.map((agent) => agent.stop()));
    rmSync(folder, { recursive: true });
  }
};
