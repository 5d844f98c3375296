/** The worked example of docs/fleet.md: a hub, two machines behind it, and a client that reaches only the hub. */
import { Buffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { configFile, lacking } from '../support/live-tools.ts';
import { createLab, type Lab, LAB_NEEDS, type Machine, type Running } from '../support/net-lab.ts';

const MORE = 'more of a fleet';
const missing = lacking('a hub and the machines behind it', LAB_NEEDS);
const WITHIN = { timeout: 60_000, interval: 300 };
const HUB_PASSWORD = 'the password of the hub';
const DB_PASSWORD = 'the password of the database';

type Row = Record<string, unknown>;

describe.skipIf(missing !== null)('three machines', () => {
  let front: Lab;
  let back: Lab;
  let reader: Machine;
  let hub: Machine;
  let db: Machine;
  let web: Machine;
  /** Notifications of the hub. */
  let notices: string;
  let webPath: string;
  let startHub: () => Promise<Running & { log(): string }>;
  let agents: Record<'hub' | 'db' | 'web', Running & { log(): string }>;
  const login = { authorization: `Basic ${Buffer.from(`gander:${HUB_PASSWORD}`).toString('base64')}` };

  beforeAll(async () => {
    front = createLab(211);
    back = createLab(212);
    reader = front.machine('desk');
    hub = front.machine('hub1');
    back.join(hub);
    db = back.machine('db1');
    web = back.machine('web1');
    notices = join(front.folder, 'notices');
    const path = configFile(front.folder, {
      serverlist: {
        refresh: '2',
        columns: 'cpu:total,mem:percent,fs:percent:/',
        server_1_name: db.address,
        server_1_alias: 'Database',
        server_1_port: '61208',
        server_1_protocol: 'rest',
        server_1_tags: 'db,berlin',
      },
      passwords: { [db.address]: DB_PASSWORD },
      alerts: { host_offline_after: '10' },
      notify_file: { type: 'exec', command: `tee -a ${notices}`, group_wait: '0' },
    });
    // Both are short of memory; one has a target of its own.
    const short = { warning: '0.001', critical: '0.002', warning_for: '0', critical_for: '0' };
    const dbPath = configFile(back.folder, { mem: short }, 'db.conf');
    webPath = configFile(
      back.folder,
      { mem: short, notify_own: { type: 'webhook', webhook_url: 'http://127.0.0.1:1/' } },
      'web.conf',
    );
    const [dbAgent, webAgent] = await Promise.all([
      db.agent({ argv: ['-C', dbPath], env: { GANDER_PASSWORD: DB_PASSWORD } }),
      web.agent({ argv: ['-C', webPath] }),
    ]);
    startHub = () =>
      hub.agent({
        argv: ['--browser', '-C', path],
        env: { GANDER_PASSWORD: HUB_PASSWORD, XDG_STATE_HOME: join(front.folder, 'state of the hub') },
      });
    const hubAgent = await startHub();
    agents = { hub: hubAgent, db: dbAgent, web: webAgent };
  });
  afterAll(async () => {
    await back.remove();
    await front.remove();
  });

  const ask = (path: string, init: RequestInit = {}) =>
    reader.fetch(`http://${hub.address}:61208${path}`, { headers: login, ...init });
  const rows = async (): Promise<Row[]> => ((await ask('/api/servers')).body as { servers: Row[] }).servers;
  const row = async (type: string, name: string): Promise<Row> => {
    const all = await rows();
    const found = all.find((one) => one['type'] === type && one['name'] === name);
    if (found === undefined) throw new Error(`no ${type} ${name} in ${JSON.stringify(all)}`);
    return found;
  };

  it('are seen by a reader who reaches only the hub, and logs in only there', async () => {
    await expect(reader.fetch(`http://${db.address}:61208/api/4/status`)).rejects.toThrow();
    expect((await ask('/api/servers', { headers: {} })).status).toBe(401);
    await vi.waitFor(async () => {
      expect(await row('STATIC', db.address)).toMatchObject({
        alias: 'Database',
        status: 'ONLINE',
        reason: null,
        tags: ['db', 'berlin'],
        values: {
          cpu_total: { value: expect.any(Number) as number },
          mem_percent: { value: expect.any(Number) as number },
        },
      });
      expect(await row('DYNAMIC', 'web1')).toMatchObject({ ip: web.address, port: 61_208, status: 'ONLINE' });
    }, WITHIN);
  });

  it('are listed once, and those that were only found get no password', async () => {
    await vi.waitFor(async () => {
      expect(await row('DYNAMIC', 'hub1')).toMatchObject({
        status: 'PROTECTED',
        reason: expect.stringContaining('password') as string,
      });
    }, WITHIN);
    const names = async () => (await rows()).map(({ name }) => name).toSorted();
    await expect.poll(names, WITHIN).toEqual([db.address, 'hub1', 'web1'].toSorted());
  });

  it('are read through the hub', async () => {
    for (const [type, name] of [
      ['STATIC', db.address],
      ['DYNAMIC', 'web1'],
    ] as const) {
      const { id } = await row(type, name);
      const base = `/servers/${encodeURIComponent(String(id))}/api/4`;
      expect(await ask(`${base}/system/hostname`)).toEqual({
        status: 200,
        body: { hostname: type === 'STATIC' ? 'db1' : 'web1' },
      });
      expect((await ask(`${base}/cpu`)).body).toMatchObject({ total: expect.any(Number) as number });
      expect((await ask(`${base}/config`)).status).not.toBe(200);
      expect((await ask(`${base}/cpu`, { headers: {} })).status).toBe(401);
    }
  });

  it('never tell a password', async () => {
    const replies = await Promise.all(
      ['/api/servers', '/api/4/serverslist', '/api/4/config', '/api/4/args', '/api/plugins'].map((path) =>
        ask(path),
      ),
    );
    const text =
      JSON.stringify(replies) +
      Object.values(agents)
        .map((agent) => agent.log() + agent.printed())
        .join();
    expect(text).not.toContain(DB_PASSWORD);
    expect(text).not.toContain(HUB_PASSWORD);
  });

  const titles = (): string[] =>
    existsSync(notices)
      ? [...readFileSync(notices, 'utf8').matchAll(/"title":"([^"]*)"/g)].map(([, title = '']) => title)
      : [];

  it('have their alerts notified by the hub, unless they do that themselves', async () => {
    await expect.poll(titles, WITHIN).toContainEqual(expect.stringMatching(/MEM .* on Database$/));
    const alerts = async (): Promise<string[]> => {
      const all = (await ask('/api/servers/alerts')).body as { alerts: { type: string }[] }[];
      return all.flatMap((server) => server.alerts.map(({ type }) => type));
    };
    await expect.poll(async () => (await alerts()).filter((type) => type === 'MEM').length, WITHIN).toBe(2);
    expect(titles().join()).not.toContain('web1');
  });

  const pastOf = async (id: unknown, column: string) => {
    const query = `server=${encodeURIComponent(String(id))}&from=-20m&step=2s&agg=avg`;
    const { body } = await ask(`/api/servers/history/range?${query}`);
    const { servers } = body as {
      servers: Record<string, Record<string, { avg: (number | null)[] } | null>>;
    };
    return servers[String(id)]?.[column]?.avg.filter((value) => value !== null) ?? [];
  };

  /** The hub's history on disk holds something. */
  const hasWritten = (): boolean => {
    const path = join(front.folder, 'state of the hub', 'gander', 'archive-fleet');
    return readdirSync(path).some((name) => name.startsWith('head-'));
  };

  /** Latest memory values of a server in the list. */
  const recentOf = async (id: unknown): Promise<number[]> => {
    const { values } = (await rows()).find((one) => one['id'] === id) ?? {};
    return (values as Record<string, { recent: number[] }> | undefined)?.['mem_percent']?.recent ?? [];
  };

  it('are missed when they go, and no other one is late for it', async () => {
    await agents.web.stop('SIGKILL');
    await vi.waitFor(async () => {
      expect(await row('DYNAMIC', 'web1')).toMatchObject({
        status: 'OFFLINE',
        reason: `connection refused by ${web.address}:61208`,
      });
    }, WITHIN);
    await vi.waitFor(async () => {
      const { status, values } = await row('STATIC', db.address);
      expect(status).toBe('ONLINE');
      expect((values as Record<string, { age: number }>)['cpu_total']?.age).toBeLessThan(10);
    }, WITHIN);
  });

  it.skipIf(!isInThisRun(MORE))('that fail are notified as offline', async () => {
    await vi.waitFor(async () => {
      await rows();
      expect(titles()).toContainEqual(expect.stringMatching(/^CRITICAL: web1 does not answer/));
    }, WITHIN);
  });

  it.runIf(isInThisRun(MORE))(
    'have a past at the hub, also those that are stopped, and through a restart of the hub',
    async () => {
      const stopped = await row('DYNAMIC', 'web1');
      await vi.waitFor(async () => expect(await pastOf(stopped['id'], 'status')).toContain(0), WITHIN);
      expect(await pastOf(stopped['id'], 'status')).toContain(1);
      expect((await pastOf(stopped['id'], 'cpu_total')).length).toBeGreaterThan(0);
      const below = `/servers/${encodeURIComponent(String(stopped['id']))}/api`;
      expect((await ask(`${below}/history/range?series=cpu/total`)).status).toBe(502);
      const { id } = await row('STATIC', db.address);
      // Samples are as frequent as polls, and a late one covers several steps of a range.
      await vi.waitFor(async () => expect((await recentOf(id)).length).toBeGreaterThan(3), WITHIN);
      const before = await pastOf(id, 'mem_percent');
      await agents.hub.stop('SIGTERM');
      agents.hub = await startHub();
      await vi.waitFor(
        async () => expect(await row('STATIC', db.address)).toMatchObject({ status: 'ONLINE' }),
        WITHIN,
      );
      // The end waits 2 s for its last samples, which may be too short on busy cores.
      if (!hasWritten()) return;
      // The history on disk is opened after the start, perhaps after the first polls.
      await vi.waitFor(async () => {
        const recent = await recentOf(id);
        const { since } = await row('STATIC', db.address);
        const polls = 1 + Math.floor((Date.now() - Date.parse(String(since))) / 2000);
        expect(recent.length).toBeGreaterThan(polls);
      }, WITHIN);
      await vi.waitFor(
        async () => expect((await pastOf(id, 'mem_percent')).length).toBeGreaterThanOrEqual(before.length),
        WITHIN,
      );
      await vi.waitFor(
        async () => expect((await pastOf(stopped['id'], 'cpu_total')).length).toBeGreaterThan(0),
        WITHIN,
      );
    },
  );

  it('answer for their own past in every detail, through the hub, while they run', async () => {
    const { id } = await row('STATIC', db.address);
    const base = `/servers/${encodeURIComponent(String(id))}/api`;
    const { status, body } = await ask(`${base}/history/range?series=cpu/iowait&from=-5m&step=2s`);
    expect([status, body]).toMatchObject([200, { series: { 'cpu/iowait': { unit: 'percent' } } }]);
    expect((await ask(`${base}/history/series?from=-5m`)).status).toBe(200);
    for (const path of ['archive', 'archive?any=query'])
      expect((await ask(`${base}/${path}`)).body).toMatchObject({ state: 'ok', folder: null });
    // Not JSON, and not available through a hub.
    expect((await ask(`${base}/history/export`)).status).toBe(404);
    expect((await ask(`${base}/history/range?series=cpu/iowait`, { method: 'POST' })).status).toBe(404);
  });

  itInFull('are back when they run again', async () => {
    agents.web = await web.agent({ argv: ['-C', webPath] });
    await vi.waitFor(
      async () => expect(await row('DYNAMIC', 'web1')).toMatchObject({ status: 'ONLINE' }),
      WITHIN,
    );
  });

  it('say when they are stopped as planned', async () => {
    await agents.web.stop('SIGTERM');
    await agents.db.stop('SIGTERM');
    await vi.waitFor(async () => {
      expect(await row('STATIC', db.address)).toMatchObject({
        status: 'OFFLINE',
        reason: expect.stringMatching(/^it was stopped as planned/) as string,
      });
    }, WITHIN);
    // Across all of the above, including a restart of the hub.
    expect(titles().filter((title) => title.includes('Database'))).toHaveLength(1);
  });
});
