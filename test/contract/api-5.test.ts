/**
 * Version 5 as a preview of Glances 5 answered: `test/fixtures/v5-shapes.json` holds the shapes of its replies and its schemas. What
 * differs is listed here, with the reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/http/openapi/types.ts';
import { createDescribedApi, createJudge } from '../support/described-api.ts';
import { operationsOf } from '../support/described-requests.ts';
import { onlyInFull } from '../support/full-run.ts';
import { differences, type Shape, shapeOf } from '../support/json-shape.ts';
import { translated } from '../../src/net/agents/version-5/translate.ts';
import { createRecordedApi } from '../support/recorded-api.ts';
import { composedHosts, recordedHosts } from '../support/recorded-hosts.ts';

type Json = Record<string, unknown>;
type ByName<T = Json> = Record<string, T>;

const file = join(import.meta.dirname, '../fixtures/v5-shapes.json');
const FIXTURE = JSON.parse(readFileSync(file, 'utf8')) as {
  plugins: ByName<Shape>;
  info: ByName<ByName>;
};

const names = Object.keys(FIXTURE.plugins);
const LISTS = new Set(['diskio', 'fs', 'network', 'percpu', 'processlist', 'programlist']);

/** Members added after the preview. */
const LATER: ByName<string> = {
  diskio:
    'hidden read_bytes_cumul read_count_cumul read_latency read_time write_bytes_cumul write_count_cumul write_latency write_time',
  network: 'bytes_recv_cumul bytes_sent_cumul hidden',
  processcount: 'auto_sort sort_key',
  quicklook: 'bar_char max_cpu_display percpu_other stats_list',
};
/** The same, of the schema alone. */
const LATER_SCHEMA: ByName<string> = {
  diskio: 'alias',
  fs: 'alias',
  network: 'alias',
  quicklook: 'gpu_mem gpu_proc',
};

const JUSTIFIED: ByName<readonly string[]> = {
  fs: ['+ .free_space'],
  percpu: ['+ .max_cpu_display'],
  // Not collected by default; the other two were removed after the preview.
  processlist: ['- .data[].cpu_num', '- .data[].key', '- .data[].time_since_update'],
  // Sums have all members of a process.
  programlist: [
    '+ .data[].cpu_times.iowait',
    '+ .data[].memory_info.dirty',
    '+ .data[].memory_info.lib',
    '- .data[].time_since_update',
  ],
  // This machine knows its highest speed.
  quicklook: ['+ .cpu_hz', '+ .percpu[].level'],
};

/** Differences of schemas. Thresholds are those of version 4, so that a value has one level everywhere. */
const JUSTIFIED_SCHEMAS: ByName<readonly string[]> = {
  cpu: ['ctx_switches.default_thresholds', '- dpc', 'steal.default_thresholds', 'total.default_thresholds'],
  fs: ['percent.default_thresholds'],
  memswap: ['percent.default_thresholds'],
  // Judged for clients since September.
  percpu: ['iowait', 'system', 'user'].flatMap((name) =>
    ['default_thresholds', 'watch_direction', 'watched'].map((key) => `${name}.${key}`),
  ),
  processlist: ['- key', '- time_since_update'],
  programlist: ['- time_since_update'],
  quicklook: ['load.default_thresholds'],
};

/** Members with a history since September. */
const HISTORY: ByName<string> = {
  containers: 'cpu_percent',
  cpu: 'system user',
  diskio: 'read_bytes write_bytes',
  fs: 'percent',
  gpu: 'mem proc',
  load: 'min1 min15 min5',
  mem: 'percent',
  memswap: 'percent',
  mpp: 'load',
  network: 'bytes_recv bytes_sent',
  npu: 'freq load mem',
  percpu: 'system user',
  processcount: 'running sleeping thread total',
  quicklook: 'cpu gpu_mem gpu_proc load mem swap',
  vms: 'memory_usage',
};

const asker =
  (api: FastifyInstance) =>
  async <T = Json>(path: string): Promise<T> => {
    const { statusCode, body } = await api.inject({ method: 'GET', url: `/api/5/${path}` });
    expect(statusCode, path).toBe(200);
    return JSON.parse(body) as T;
  };

let api: FastifyInstance;
const ask = <T = Json>(path: string): Promise<T> => asker(api)<T>(path);
beforeAll(async () => {
  ({ api } = await createRecordedApi('big-server'));
});
afterAll(() => api.close());

const words = (text: string | undefined): string[] => (text === undefined ? [] : text.split(' '));

describe('replies have the shape they had', () => {
  it.each(names)('%s', async (name) => {
    const { _levels: _, ...found } = await ask(name);
    const later = words(LATER[name]).map((member) => `+ .${LISTS.has(name) ? 'data[].' : ''}${member}`);
    const expected = [...(JUSTIFIED[name] ?? []), ...later, ...(LISTS.has(name) ? ['+ ._key'] : [])];
    expect(differences(shapeOf(found), FIXTURE.plugins[name] as Shape).sort()).toEqual(expected.sort());
  });

  it('all is each by itself', async () => {
    const all = await ask('all');
    for (const [name, envelope] of Object.entries(all)) expect(envelope, name).toEqual(await ask(name));
    expect(await ask('pluginslist')).toEqual(expect.arrayContaining(Object.keys(all)));
    expect(await ask('pluginslist')).toEqual(expect.arrayContaining(names));
  });
});

/** Names of fields and their members that differ; flags that are false count as absent. */
function schemaDifferences(found: ByName, expected: ByName): string[] {
  const text = (value: unknown): string => JSON.stringify(value === false ? undefined : value) ?? '';
  return [...new Set([...Object.keys(found), ...Object.keys(expected)])].flatMap((name) => {
    const [own, theirs] = [found[name], expected[name]];
    if (own === undefined || theirs === undefined) return `${own ? '+' : '-'} ${name}`;
    return [...new Set([...Object.keys(own), ...Object.keys(theirs)])]
      .filter((key) => key !== 'description' && key !== 'history' && text(own[key]) !== text(theirs[key]))
      .map((key) => `${name}.${key}`);
  });
}

describe('schemas are as they were', () => {
  it.each(names)('%s', async (name) => {
    const found = await ask<ByName>(`${name}/info`);
    const later = [...words(LATER[name]), ...words(LATER_SCHEMA[name])].map((member) => `+ ${member}`);
    expect(schemaDifferences(found, FIXTURE.info[name] as ByName).sort()).toEqual(
      [...(JUSTIFIED_SCHEMAS[name] ?? []), ...later].sort(),
    );
  });

  it('the same members have a history', async () => {
    const info = await ask<ByName<ByName>>('all/info');
    const found = Object.entries(info).flatMap(([name, members]) => {
      const recorded = Object.keys(members).filter((member) => members[member]?.['history'] === true);
      return recorded.length === 0 ? [] : [[name, recorded.sort().join(' ')]];
    });
    expect(Object.fromEntries(found)).toEqual(HISTORY);
  });
});

const UNITS = new Set(
  `percent bytes bytespers seconds number float string bool hertz list celsius dBm byte second rpm watt`.split(
    ' ',
  ),
);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is wrong with the reply of a plugin, by its schema. */
function faultsOf(name: string, envelope: Json, info: ByName, limits: Json): string[] {
  const faults: string[] = [];
  const { _levels: levels, _key: key, data, ...rest } = envelope;
  if (typeof rest['time_since_update'] !== 'number') faults.push(`${name}: no time_since_update`);
  const items = (data ?? [envelope]) as Json[];
  if (data !== undefined && (typeof key !== 'string' || info[key]?.['primary_key'] !== true))
    faults.push(`${name}: _key ${String(key)}`);
  const identities = new Set(items.map((item) => String(item[String(key)])));
  if (data !== undefined && identities.size !== items.length)
    faults.push(`${name}: identities are not unique`);
  for (const item of items) faults.push(...itemFaults(name, item, info, data === undefined));
  const all = data === undefined ? [[null, levels]] : Object.entries(levels as Json);
  for (const [identity, own] of all as [string | null, ByName][]) {
    if (identity !== null && !identities.has(identity)) faults.push(`${name}: level of ${identity}`);
    for (const [member, { level, prominent }] of Object.entries(own)) {
      if (info[member]?.['watched'] !== true) faults.push(`${name}.${member}: judged, but not watched`);
      if (!['ok', 'careful', 'warning', 'critical'].includes(String(level)))
        faults.push(`${name}: ${String(level)}`);
      if (prominent !== (info[member]?.['prominent'] ?? false)) faults.push(`${name}.${member}: prominent`);
    }
  }
  for (const member of Object.keys(limits))
    if (!member.startsWith('_') && info[member]?.['watched'] !== true)
      faults.push(`${name}/limits: ${member}`);
  return faults;
}

function itemFaults(name: string, item: Json, info: ByName, isEnvelope: boolean): string[] {
  return Object.entries(item).flatMap(([member, value]) => {
    if (isEnvelope && ['time_since_update', '_levels'].includes(member)) return [];
    const schema = info[member];
    if (schema === undefined) return `${name}.${member}: not in the schema`;
    if (/_gauge$|^key$/.test(member)) return `${name}.${member}: of version 4`;
    if (schema['rate'] === true && value !== null && !(typeof value === 'number' && value >= 0))
      return `${name}.${member}: ${String(value)} is no rate`;
    if (schema['unit'] === 'bytespers' && value !== null && typeof value !== 'number')
      return `${name}.${member}: type`;
    return [];
  });
}

/** What a reader of version 5 cannot know: extremes, totals, members that version 5 does not have. */
const isLost = (plugin: string, member: string): boolean =>
  /_(?:min|max|mean|gauge)$/.test(member) || (plugin === 'memswap' && /^s(?:in|out)$/.test(member));

describe('a reader of version 5 gets the values of version 4 back', () => {
  it.each(names.filter((name) => name !== 'psutilversion'))('%s', async (name) => {
    const read = translated(async (path) => ask(path.replace('/api/5/', '')));
    const [theirs, ours] = [
      await read(`/api/4/${name}`),
      (await api.inject(`/api/4/${name}`)).json<unknown>(),
    ];
    if (!isObject(ours) && !Array.isArray(ours)) return void expect(theirs).toEqual(ours);
    const [back, own] = [[theirs].flat(), [ours].flat()] as [Json[], Json[]];
    expect(back).toHaveLength(own.length);
    for (const [at, item] of own.entries())
      for (const [member, value] of Object.entries(item)) {
        const found = back[at]?.[member];
        if (found === undefined || isLost(name, member) || typeof value === 'object') continue;
        if (typeof value !== 'number') expect(found, `${name}.${member}`).toEqual(value);
        // Rates are rounded down in version 4, and counted back from the one that is not.
        else expect(Math.abs((found as number) - value), `${name}.${member}`).toBeLessThanOrEqual(1);
      }
  });
});

/** Plugins that show nothing unless they are configured. */
const CONFIGURED = {
  amp_nginx: { enable: 'true', regex: 'nginx', refresh: '3' },
  folders: { folder_1_path: '/srv', folder_1_careful: '10' },
};

describe('of every recorded machine', () => {
  const machines = new Map<string, Promise<FastifyInstance>>();
  /** The API of a machine that shows all plugins, made once. */
  function servedOf(host: string): Promise<FastifyInstance> {
    const served = machines.get(host) ?? createRecordedApi(host, CONFIGURED).then((made) => made.api);
    machines.set(host, served);
    return served;
  }
  afterAll(async () => {
    for (const served of machines.values()) await (await served).close();
  });

  it('the largest shows every plugin but cloud, whose values come over the network', async () => {
    const get = asker(await servedOf('big-server'));
    const all = await get<{ data?: unknown[] }[]>('all');
    const shown = Object.entries(all).flatMap(([name, { data }]) => (data?.length === 0 ? [] : [name]));
    expect([...shown, 'cloud'].sort()).toEqual(await get('pluginslist'));
  });

  it.each([...recordedHosts(), ...onlyInFull('version 5 on composed machines', ...composedHosts())])(
    '%s',
    async (host) => {
      const get = asker(await servedOf(host));
      const [all, info, limits] = await Promise.all([
        get<ByName>('all?extra=true'),
        get<ByName<ByName>>('all/info?extra=true'),
        get<ByName>('all/limits?extra=true'),
      ]);
      expect(Object.keys(all).length).toBeGreaterThan(5);
      const faults = Object.entries(all).flatMap(([name, envelope]) =>
        faultsOf(name, envelope, info[name] as ByName, limits[name] ?? {}),
      );
      expect(faults).toEqual([]);
      for (const [name, members] of Object.entries(info)) {
        for (const [member, { unit, description }] of Object.entries(members)) {
          expect(UNITS, `${name}.${member}`).toContain(unit);
          expect(description, `${name}.${member}`).toMatch(/\S/);
        }
        if (HISTORY[name] === undefined && name !== 'core') continue;
        const { timestamps, series } = await get<{ timestamps: number[]; series: Json }>(`${name}/history`);
        const columns = Object.values(series).flatMap((one) => (isObject(one) ? Object.values(one) : [one]));
        for (const column of columns) expect(column, name).toHaveLength(timestamps.length);
        for (const member of Object.keys(series)) expect(members[member]?.['history'], name).toBe(true);
      }
    },
  );
});

describe('docs/openapi-5.json', () => {
  const document = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../docs/openapi-5.json'), 'utf8'),
  ) as OpenApiDocument;
  const templates = operationsOf(document);

  it('describes every reply', async () => {
    const { api: served } = await createDescribedApi('small-vm');
    const judge = createJudge(document);
    const get = asker(served);
    const all = await get<ByName>('all?extra=true');
    const asked = new Set<string>();
    for (const [method, template] of templates.filter(([, path]) => !path.endsWith('/serverslist')))
      for (const path of pathsOf(template, all)) {
        const reply = await served.inject({ method: method.toUpperCase() as 'GET', url: path });
        expect(judge({ method, template }, reply), path).toEqual([]);
        if (reply.statusCode === 200) asked.add(template);
        else expect([400, 404, 422], path).toContain(reply.statusCode);
      }
    // No password is set, and no process has this number.
    const refused = new Set([
      '/api/5/token',
      '/api/5/processes/extended/{pid}',
      '/api/5/alert',
      '/api/5/alert/incidents',
    ]);
    const unasked = templates.map(([, template]) => template).filter((template) => !asked.has(template));
    expect(unasked.filter((template) => !refused.has(template))).toEqual(['/api/5/serverslist']);
    await served.close();
  });

  /** Paths with parameters filled in: of each plugin, a member and an item that exist, and some that do not. */
  function pathsOf(template: string, all: ByName): string[] {
    const fill = (values: ByName<string>): string =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'));
    if (!template.includes('{plugin}'))
      return ['4000000', 'auto', 'x'].map((value) => fill({ pid: value, key: value }));
    const filled = Object.entries(all).map(([plugin, envelope]) => {
      const [item = {}] = (envelope['data'] ?? [envelope]) as Json[];
      const [field = 'x'] = Object.keys(item);
      const key = String(item[String(envelope['_key'])]);
      return fill({ plugin, field, key, value: String(item[field]), nb: '2' });
    });
    return [...filled, fill({ plugin: 'nope' }), fill({ plugin: 'cpu', field: '__proto__', nb: '-1' })];
  }
});
