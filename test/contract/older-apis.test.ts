/**
 * Version 3 as a server of version 3 answered: `test/fixtures/v3-shapes.json` holds the shapes of its replies, one for each
 * path. What differs is listed here, with the reason.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences, type Shape, shapeOf } from '../support/json-shape.ts';
import { createRecordedApi } from '../support/recorded-api.ts';

const file = join(import.meta.dirname, '../fixtures/v3-shapes.json');
const SHAPES = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Shape>;

/** One application, since an empty list has no shape. */
const SECTIONS = { amp_java: { enable: 'true', regex: '.*java.*', refresh: '3', countmin: '1' } };

/** Members that Gander's replies add (`+`) or lack (`-`), with the reason. */
const JUSTIFIED: Readonly<Record<string, readonly string[]>> = {
  // Extended statistics were those of the busiest process; now they are those of a selected one.
  processlist: [
    'cpu_affinity',
    'ionice',
    'num_ctx_switches',
    'num_fds',
    'memory_swap',
    'tcp',
    'udp',
    'extended_stats',
  ].map((name) => `- [].${name}`),
  // Plugins only on that server's command line, terminal options, or removed in version 4.
  args: [...['ip', 'wifi'].map((name) => `- .enable_${name}`), '- .stdout_apidoc', '- .theme_white'],
  // The recorded machine had no containers.
  docker: ['+ .containers', '+ .version'],
  // No client charts an array.
  quicklook_history: ['- .percpu'],
};

/** Settings of the machine; theirs and Gander's differ in every section. */
/** The list of version 3, with the names that its servers had then. */
const PUBLISHED = new Set(
  `alert amps cloud connections containers core cpu diskio docker folders fs gpu help ip irq libversion load mem memswap
  network now percpu ports processcount processlist psutilversion quicklook raid sensors smart system uptime
  wifi`.split(/\s+/),
);

const OTHER_NAMES = new Set(['config', 'help', 'pluginslist']);

let api: FastifyInstance;
const json = async (path: string): Promise<unknown> => {
  const { statusCode, body } = await api.inject({ method: 'GET', url: `/api/3/${path}` });
  expect(statusCode, path).toBe(200);
  return JSON.parse(body);
};

beforeAll(async () => {
  ({ api } = await createRecordedApi('big-server', SECTIONS));
});
afterAll(() => api.close());

const isHistory = (name: string): boolean => name.endsWith('_history');
const names = Object.keys(SHAPES).filter((name) => !OTHER_NAMES.has(name));

describe('replies of version 3 have the shape they had', () => {
  it.each(names.filter((name) => !isHistory(name)))('%s', async (name) => {
    const found = differences(shapeOf(await json(name)), SHAPES[name] as Shape);
    // Options may be added.
    const told = name === 'args' ? found.filter((difference) => !difference.startsWith('+')) : found;
    expect(told.sort()).toEqual([...(JUSTIFIED[name] ?? [])].sort());
  });

  it('pluginslist', async () => {
    const list = await json('pluginslist');
    expect(list).toEqual(expect.arrayContaining(SHAPES['pluginslist'] as unknown as string[]));
    expect((list as string[]).filter((name) => !PUBLISHED.has(name))).toEqual([]);
  });

  it('help, whose texts are those of a terminal that is not there', async () => {
    expect(await json('help')).toBeNull();
  });

  it('config', async () => {
    const config = Object.values((await json('config')) as Record<string, Record<string, unknown>>);
    expect(config.length).toBeGreaterThan(20);
    const values = config.flatMap((section) => Object.values(section));
    expect(values.map((value) => typeof value)).toEqual(values.map(() => 'string'));
  });

  it('all is each by itself', async () => {
    const all = (await json('all')) as Record<string, unknown>;
    expect(Object.keys(all)).toEqual(await json('pluginslist'));
    for (const [name, value] of Object.entries(all)) expect(value, name).toEqual(await json(name));
  });
});

/** Of a list, after the identity of the entry. */
const fieldIn = (series: string): string => series.slice(series.indexOf('_') + 1);

describe('histories of version 3 have the series they had', () => {
  it.each(names.filter(isHistory))('%s', async (name) => {
    const expected = SHAPES[name] as Record<string, Shape>;
    const plugin = name.replace('_history', '');
    const history = (await json(`${plugin}/history`)) as Record<string, unknown[]>;
    const isList = Array.isArray(SHAPES[plugin]);
    const missing = Object.keys(expected).filter((series) =>
      isList
        ? !Object.keys(history).some((own) => own.endsWith(`_${fieldIn(series)}`))
        : history[series] === undefined,
    );
    expect(missing.map((series) => `- .${series}`)).toEqual(JUSTIFIED[name] ?? []);
    for (const points of Object.values(history))
      expect(differences(shapeOf(points), [['number|string']])).toEqual([]);
  });
});
