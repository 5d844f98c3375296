/** The past of hosts from the databases that Debian has: three agents send, a hub reads. */
import { onTestFinished, describe, expect, it } from 'vitest';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { freePort } from '../support/free-port.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROGRAMS = {
  victoria: '/usr/bin/victoria-metrics',
  prometheus: '/usr/bin/prometheus',
  node: '/usr/bin/prometheus-node-exporter',
};
const QUIET = ['-t', '0.5', '--disable-autodiscover', '--disable-archive'];

interface Row {
  id: string;
  name: string;
  alias: string | null;
  type: string;
  status: string;
  stored: boolean;
  reason: string | null;
  values: Record<string, { value: unknown; level: string | null }>;
}

const start = async (argv: readonly string[], config: string): Promise<LiveAgent> => {
  const folder = temporaryTree({ 'gander.conf': config });
  const agent = await serveLive({
    argv: [...QUIET, ...argv, '-C', `${folder}/gander.conf`],
    env: { STATE_DIRECTORY: folder },
  });
  onTestFinished(() => void agent.stop('SIGKILL'));
  return agent;
};

const json = async <T>(agent: LiveAgent, path: string): Promise<T> => {
  const { status, body } = await agent.request(path);
  if (status !== 200) throw new Error(`${path}: ${status} ${body.toString().slice(0, 300)}`);
  return JSON.parse(body.toString()) as T;
};

/** All values of a host, once the database has some of these plugins. */
const allOf = (
  hub: LiveAgent,
  { id }: Row,
  ...plugins: readonly string[]
): Promise<Record<string, Record<string, unknown>>> =>
  askUntil(
    () => json<Record<string, Record<string, unknown>>>(hub, `/servers/${encodeURIComponent(id)}/api/4/all`),
    (all) => plugins.every((plugin) => plugin in all),
  );

/** Values of a series of a host in the last two minutes, once there are several. */
const valuesOf = (hub: LiveAgent, { id }: Row, series: string): Promise<number[]> =>
  askUntil(
    async () =>
      numbers(await json<Range>(hub, `/servers/${encodeURIComponent(id)}/${rangeOf(series)}`), series),
    (found) => found.length > 1,
  );

const rowsOf = async (hub: LiveAgent): Promise<Row[]> =>
  (await json<{ servers: Row[] }>(hub, '/api/servers')).servers;
const rowsUntil = (hub: LiveAgent, isGood: (rows: readonly Row[]) => boolean): Promise<Row[]> =>
  askUntil(() => rowsOf(hub), isGood);

const rangeOf = (series: string): string => `api/history/range?series=${series}&from=-2m&points=60`;
type Range = { series: Record<string, { avg: (number | null)[]; min: (number | null)[] } | null> };
const numbers = (range: Range, id: string): number[] =>
  (range.series[id]?.avg ?? []).filter((value) => value !== null);

const hubOn = (url: string, more = ''): Promise<LiveAgent> =>
  start(
    ['--browser'],
    `[serverlist]\nrefresh=2\ncolumns=system:hr_name,cpu:total,mem:percent,load:min5\n${more}`.replace(
      'URL',
      url,
    ),
  );

async function victoria(): Promise<string> {
  const port = await freePort();
  const data = temporaryTree();
  await startServer(
    PROGRAMS.victoria,
    [`-storageDataPath=${data}/data`, `-httpListenAddr=127.0.0.1:${port}`, '-search.latencyOffset=0s'],
    { port },
  );
  return `http://127.0.0.1:${port}`;
}

/** Agents that send values to a database under their names. */
async function senders(url: string, names: readonly string[]): Promise<LiveAgent[]> {
  const agents = await Promise.all(
    names.map((name) =>
      start(
        ['--export', 'remote_write'],
        `[remote_write]\nurl=${url}/api/v1/write\ninterval=1\nlabels=instance:${name}\n`,
      ),
    ),
  );
  // It caches an empty result for ten seconds.
  const known = async (): Promise<string[]> => {
    await fetch(`${url}/internal/force_flush`);
    const reply = await fetch(`${url}/api/v1/label/instance/values`);
    return ((await reply.json()) as { data: string[] }).data;
  };
  await askUntil(known, ({ length }) => length === names.length);
  return agents;
}

/** The configuration of a hub over a database that has an agent in its list too. */
const listing = ({ port }: LiveAgent): string =>
  `server_1_name=127.0.0.1\nserver_1_port=${port}\nserver_1_protocol=rest\nserver_1_alias=web1\n[history]\nurl=URL\ninterval=1\n`;

const lacksVictoria =
  !hasProgram(PROGRAMS.victoria) || lacking('VictoriaMetrics', { realClock: true }) !== null;

describe.skipIf(lacksVictoria)('VictoriaMetrics', () => {
  it('has the past of every host, and of those that are gone', async () => {
    const url = await victoria();
    const names = ['web1', 'we"b\\2', 'gone'];
    const agents = await senders(url, names);
    const hub = await hubOn(url, listing(agents[0] as LiveAgent));
    const rows = await rowsUntil(
      hub,
      (all) =>
        all.length === 3 &&
        all.every(
          ({ status, stored, values }) =>
            status === 'ONLINE' && stored && 'cpu_total' in values && 'system_hr_name' in values,
        ),
    );
    expect(rows.map(({ name, type }) => [name, type]).sort()).toEqual([
      ['127.0.0.1', 'STATIC'],
      ['gone', 'STORED'],
      ['we"b\\2', 'STORED'],
    ]);
    const odd = rows.find(({ name }) => name === 'we"b\\2') as Row;
    const all = await allOf(hub, odd, 'cpu', 'fs', 'load', 'mem', 'network', 'percpu', 'system', 'uptime');
    const own = await (agents[1] as LiveAgent).get<Record<string, unknown>>('/mem');
    expect(all['mem']?.['total']).toBe(own['total']);
    expect(all['system']?.['hr_name']).toBe(odd.values['system_hr_name']?.value);
    const values = await valuesOf(hub, odd, 'cpu/total');
    expect(values.length).toBeGreaterThan(1);
    expect(Math.max(...values)).toBeLessThanOrEqual(100);
    type Columns = { servers: Record<string, Record<string, { avg: (number | null)[] } | null>> };
    const asked = `/api/servers/history/range?server=${odd.id}&from=-2m&points=60`;
    // The database is asked for steps that have ended.
    const { servers } = await askUntil(
      () => json<Columns>(hub, asked),
      (found) => found.servers[odd.id]?.['cpu_total']?.avg.some((value) => value !== null) ?? false,
    );
    expect(servers[odd.id]?.['system_hr_name']).toBeNull();
    // Only the database has its values.
    const why = `/api/servers/explain?server=${encodeURIComponent(odd.id)}&from=-1m`;
    const compared = await json<{ servers: { id: string; cause: string; reason: string | null }[] }>(
      hub,
      why,
    );
    expect(compared.servers).toMatchObject([
      { id: odd.id, cause: expect.any(String) as string, reason: null },
    ]);
    // A server of the list keeps no history: the database has it.
    const listed = rows.find(({ type }) => type === 'STATIC') as Row;
    expect((await valuesOf(hub, listed, 'load/min5')).length).toBeGreaterThan(1);
  });

  it('has the last values of a server that has ended', async () => {
    const url = await victoria();
    const [agent] = (await senders(url, ['web1'])) as [LiveAgent];
    const hub = await hubOn(url, listing(agent));
    const [row] = await rowsUntil(hub, (all) => all.some((one) => one.status === 'ONLINE' && one.stored));
    await agent.stop();
    await rowsUntil(hub, (all) => all.some(({ status }) => status === 'OFFLINE'));
    const past = await allOf(hub, row as Row, 'load');
    expect(past['load']?.['min5']).toEqual(expect.any(Number));
  });
});

describe.skipIf(!hasProgram(PROGRAMS.prometheus) || !hasProgram(PROGRAMS.node))('Prometheus', () => {
  it('has the past of hosts without Gander, and its failure is said', async () => {
    const [port, target] = await Promise.all([freePort(), freePort()]);
    const folder = temporaryTree({
      'p.yml': `global: {scrape_interval: 500ms}\nscrape_configs:\n- job_name: node\n  static_configs: [{targets: ['127.0.0.1:${target}']}]\n`,
    });
    await startServer(PROGRAMS.node, [`--web.listen-address=127.0.0.1:${target}`], { port: target });
    const server = await startServer(
      PROGRAMS.prometheus,
      [
        `--config.file=${folder}/p.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { port },
    );
    const hub = await hubOn(`http://127.0.0.1:${port}`, '[history]\nurl=URL\ninterval=1\nprofile=node\n');
    const isWhole = ({ status, values }: Row): boolean => status === 'ONLINE' && 'cpu_total' in values;
    const [row] = await rowsUntil(hub, (all) => all.some(isWhole));
    const uname = await hub.get<{ hostname: string }>('/system');
    expect(row).toMatchObject({
      name: `127.0.0.1:${target}`,
      alias: uname.hostname,
      type: 'STORED',
      stored: true,
    });
    const all = await allOf(hub, row as Row, 'mem');
    const memory = await hub.get<Record<string, number>>('/mem');
    expect(all['mem']).toMatchObject({ total: memory['total'] });
    const disks = (await hub.get<{ mnt_point: string; size: number }[]>('/fs')).find(
      ({ mnt_point }) => mnt_point === '/',
    );
    if (disks !== undefined)
      expect(all['fs']).toContainEqual(expect.objectContaining({ mnt_point: '/', size: disks.size }));
    expect((await valuesOf(hub, row as Row, 'load/min5')).length).toBeGreaterThan(1);
    const series = await json<{ id: string }[]>(
      hub,
      `/servers/${row?.id}/api/history/series?match=network/*`,
    );
    expect(series.map(({ id }) => id).every((id) => id.startsWith('network/'))).toBe(true);
    server.kill('SIGKILL');
    const [lost] = await rowsUntil(hub, (some) => some.every(({ status }) => status === 'UNKNOWN'));
    expect(lost?.reason).toMatch(/its database cannot be read: .*127\.0\.0\.1/);
    // Another series, since replies are cached for a moment.
    expect((await hub.request(`/servers/${row?.id}/${rangeOf('mem/percent')}`)).status).toBe(502);
  });
});
