/** Compares the published API document with a running server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import type { OpenApiDocument, Part } from '../../src/http/openapi/types.ts';
import type { Served } from '../../src/core/served.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createDescribedApi, type DescribedApi } from '../support/described-api.ts';
import {
  FIELDS,
  KEYS,
  MEMBERS,
  PLUGINS,
  type PublishedField,
  type PublishedShape,
  ROUTES,
  SHAPES,
} from '../support/published-api.ts';
import { ANY, LIMITS } from '../support/published-limits.ts';

const names = plugins.map(({ name }) => name);
const existing = <T>(table: Record<string, T>): [string, T][] =>
  Object.entries(table).filter(([name]) => names.includes(name));
const missing = PLUGINS.filter((name) => !names.includes(name));
if (missing.length > 0) console.log(`not checked, since they do not exist yet: ${missing.join(', ')}`);

/** Plugins beyond the published document. A new one is added here. */
const MORE_PLUGINS: readonly string[] = [
  // sorted by name
  'care',
  'cgroups',
  'checks',
  'containerstates',
  'diskload',
  'inodes',
  'packets',
  'paging',
  'pressure',
  'tcp',
  'units',
];

let described: DescribedApi;
let base = '';
beforeAll(async () => {
  described = await createDescribedApi('small-vm');
  base = `http://127.0.0.1:${await listen({ api: described.api, host: '127.0.0.1', port: 0 })}`;
});
afterAll(async () => {
  described.api.server.closeAllConnections();
  await described.api.close();
});

const ask = (path: string, method = 'GET'): Promise<Response> => fetch(`${base}/api/4${path}`, { method });
/** In process: there are hundreds. */
const json = async (path: string): Promise<unknown> => (await described.api.inject(`/api/4${path}`)).json();

const shapeOf = (value: unknown): PublishedShape | 'other' => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' || typeof value === 'string'
    ? (typeof value as 'object' | 'string')
    : 'other';
};

/** The object of a plugin, or the items of a list. */
const itemsOf = (value: unknown): Served[] => (Array.isArray(value) ? value : [value]) as Served[];

describe('2.1 plugins', () => {
  it('the list holds the published names, and others only that are declared', async () => {
    const list = (await json('/pluginslist?extra=true')) as string[];
    expect(list.filter((name) => !PLUGINS.includes(name))).toEqual(MORE_PLUGINS);
    expect(PLUGINS.filter((name) => !list.includes(name))).toEqual(missing);
  });
});

describe('combined replies', () => {
  /** Limits have the library under the name of other servers too, as their clients look it up. */
  const namesIn = async (path: string): Promise<string[]> => {
    const reply = await json(path);
    const listed = Array.isArray(reply) ? (reply as string[]) : Object.keys(reply as object);
    return path.startsWith('/all/limits') ? listed.filter((name) => name !== 'psutilversion') : listed;
  };

  it.each(['/pluginslist', '/all', '/all/views', '/all/limits'])(
    '%s names the published plugins, and all if it is asked for them',
    async (path) => {
      expect(await namesIn(path)).toEqual(names.filter((name) => PLUGINS.includes(name)));
      expect(await namesIn(`${path}?extra=true`)).toEqual(names);
    },
  );

  it('answers for every name in its own list, like a client that iterates it', async () => {
    const [list, all, limits, views] = (await Promise.all(
      ['/pluginslist', '/all', '/all/limits', '/all/views'].map(json),
    )) as [string[], Served, Served, Served];
    for (const name of list)
      expect([name in all, name in limits, name in views], name).toEqual([true, true, true]);
    expect(limits['psutilversion']).toMatchObject({ history_size: 1200 });
  });
});

describe('2.2 shapes', () => {
  it.each(existing(SHAPES))('%s is served as %s', async (name, shape) => {
    expect(shapeOf(await json(`/${name}`))).toBe(shape);
  });

  it.each(existing(KEYS))('items of %s have the key %s', async (name, key) => {
    const items = itemsOf(await json(`/${name}`));
    expect(items.map((item) => item['key'])).toEqual(items.map(() => key ?? undefined));
    for (const item of items) if (key !== null) expect(item).toHaveProperty(key);
  });
});

/** Types allowed by a schema, including nested alternatives. */
function typesOf(schema: Part): string[] {
  const { type, anyOf } = schema as { type?: string | string[]; anyOf?: Part[] };
  return anyOf ? anyOf.flatMap(typesOf) : [type ?? []].flat();
}

/** Schema of the object or of an item, from the document that the server publishes of itself. */
function propertiesOf({ components }: OpenApiDocument, plugin: string): Record<string, Part> {
  const name = plugin.charAt(0).toUpperCase() + plugin.slice(1);
  const whole = (components.schemas[`${name}Item`] ?? components.schemas[name]) as Part;
  const item = (whole['anyOf'] as Part[] | undefined)?.[0] ?? whole;
  return item['properties'] as Record<string, Part>;
}

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

describe('2.3 fields', () => {
  it.each(existing(FIELDS))('%s has the published fields, with their types', async (name, fields) => {
    const properties = propertiesOf(described.document, name);
    const items = itemsOf(await json(`/${name}`));
    for (const field of fields) {
      expect(typesOf(properties[field.name] ?? {}), field.name).toContain(field.type);
      const values = items
        .map((item) => item[field.name])
        .filter((value) => value !== undefined && value !== null);
      // nice of a program whose processes differ is a text.
      if (name === 'programlist' && field.name === 'nice') continue;
      expect(values.map(typeOf), field.name).toEqual(values.map(() => field.type));
    }
  });

  it.each(['connections', 'ip', 'mem'])('%s has all of them on every platform, if as null', async (name) => {
    const served = Object.keys((await json(`/${name}`)) as object);
    expect(served).toEqual(expect.arrayContaining((FIELDS[name] ?? []).map((field) => field.name)));
  });

  const withUnit = (fields: PublishedField[]) => fields.filter(({ unit }) => unit !== undefined);
  it.each(existing(FIELDS).filter(([, fields]) => withUnit(fields).length > 0))(
    '%s states the published units, and describes each field',
    async (name, fields) => {
      for (const field of withUnit(fields)) {
        expect(await json(`/${name}/${field.name}/unit`), field.name).toBe(field.unit);
        expect(await json(`/${name}/${field.name}/description`), field.name).toMatch(/^\S.+\.$/);
      }
    },
  );

  it.each(plugins.filter(({ shape }) => shape !== 'scalar').map(({ name }) => name))(
    '%s has texts for unit and description of each field that is served',
    async (name) => {
      const properties = Object.keys(propertiesOf(described.document, name));
      const served = itemsOf(await json(`/${name}`)).flatMap((item) => Object.keys(item ?? {}));
      for (const field of new Set([...properties, ...served])) {
        expect(await json(`/${name}/${field}/unit`), field).toMatch(/^[a-z]+$/);
        expect(await json(`/${name}/${field}/description`), field).toMatch(/^\S.+\.$/);
      }
    },
  );

  it.each([
    ['containers', 'network_rx', 'bitpersecond', 'bytepersecond'],
    ['containers', 'io_rx', 'byte', 'bytepersecond'],
    ['gpu', 'fan_speed', 'rpm', 'percent'],
  ])('%s %s is told in %s, and declared in %s', async (name, field, told, measured) => {
    expect(await json(`/${name}/${field}/unit`)).toBe(told);
    expect(propertiesOf(described.document, name)[field]).toHaveProperty('x-unit', measured);
  });

  it('what only accumulates is not declared as constant', async () => {
    const { fields } = (await (await fetch(`${base}/api/plugins/memswap`)).json()) as {
      fields: Record<string, { kind: string }>;
    };
    expect([fields['total']?.kind, fields['sin']?.kind, fields['sout']?.kind]).toEqual([
      'constant',
      'cumulative',
      'cumulative',
    ]);
  });

  it.each(existing(MEMBERS))('nested objects of %s have the published members', async (name, objects) => {
    const items = itemsOf(await json(`/${name}`));
    expect(items.length).toBeGreaterThan(0);
    for (const item of items)
      for (const [field, members] of Object.entries(objects))
        if (item[field] !== null)
          expect(Object.keys(item[field] as object).sort(), field).toEqual([...members].sort());
  });

  it('lists without items are empty, and what is unknown is null', async () => {
    expect(await json('/help')).toBeNull();
    for (const [name, shape] of existing(SHAPES))
      if (shape === 'array') expect(await json(`/${name}`)).toBeInstanceOf(Array);
  });
});

describe('4 endpoints', () => {
  it.each(ROUTES)('%s %s answers %i, as JSON', async (method, path, status) => {
    const reply = await ask(path, method);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/json']);
    await reply.json();
  });

  it('a field is an object with one member', async () => {
    expect(Object.keys((await json('/cpu/total')) as object)).toEqual(['total']);
    const mounts = itemsOf(await json('/fs')).map((item) => item['mnt_point']);
    expect(await json('/fs/mnt_point')).toEqual({ mnt_point: mounts });
  });

  it('a value is looked up as it is, slashes and all', async () => {
    const { '/': entries } = (await json('/fs/mnt_point/value//')) as Record<string, Served[]>;
    expect(entries?.map((item) => item['mnt_point'])).toEqual(['/']);
  });

  it('the first entries of a list', async () => {
    const cores = itemsOf(await json('/percpu'));
    expect(await json('/percpu/top/1')).toEqual(cores.slice(0, 1));
  });

  it('history is pairs of a time with its offset and a number, oldest first', async () => {
    const history = (await json('/mem/history')) as Record<string, [string, number][]>;
    const points = history['percent'] ?? [];
    expect(points.length).toBeGreaterThan(1);
    for (const [time, value] of points) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$/);
      expect(value).toBeTypeOf('number');
    }
    const times = points.map(([time]) => Date.parse(time));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(await json('/mem/history/1')).toHaveProperty('percent', points.slice(-1));
    expect(await json('/mem/percent/history')).toEqual({ percent: points });
  });

  it('history is of each numeric field that varies', async () => {
    const history = Object.keys((await json('/mem/history')) as object);
    expect(history).toEqual(expect.arrayContaining(['percent', 'used', 'free', 'available', 'cached']));
  });

  it('documentation is at /docs', async () => {
    const reply = await fetch(`${base}/docs`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('/status is 200 and tells the version', async () => {
    expect(await json('/status')).toEqual({ version: expect.stringMatching(/^4\./) as string });
  });
});

describe('8 limits', () => {
  it.each(existing(LIMITS))('%s has the published defaults', async (name, expected) => {
    const limits = (await json(`/${name}/limits`)) as Record<string, unknown>;
    for (const [option, value] of Object.entries(expected)) {
      if (value === ANY) expect(limits, option).toHaveProperty(option);
      else expect(limits[option], option).toEqual(value);
    }
  });

  it('every plugin has history_size and can be disabled, in one form of values', async () => {
    const all = (await json('/all/limits?extra=true')) as Record<string, Record<string, unknown>>;
    for (const [name, limits] of Object.entries(all)) {
      expect(limits, name).toMatchObject({ history_size: 1200, [`${name}_disable`]: ['False'] });
      for (const [option, value] of Object.entries(limits))
        if (typeof value !== 'number')
          expect((value as unknown[]).map(typeOf), option).not.toContain('number');
    }
  });
});
