/** The document is complete and passes a third-party linter. */
import { allRoutes } from '../../src/run/features/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/run/api/document.ts';
import EXAMPLES from '../../src/http/openapi/examples.json' with { type: 'json' };
import { pluginSchemas } from '../../src/http/openapi/plugin-schemas.ts';
import { off } from '../../src/core/parts/service.ts';
import { Login } from '../../src/http/route/services.ts';
import type { OpenApiDocument, Part } from '../../src/http/openapi/types.ts';
import { companions } from '../../src/core/fields.ts';
import { fieldsOf } from '../../src/core/plugin.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createJudge } from '../support/described-api.ts';
import { operationsOf } from '../support/described-requests.ts';
import { isInThisRun, onlyInFull } from '../support/full-run.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { idleHub } from '../support/idle-hub.ts';
import { itInFull } from '../support/it-in-full.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const file = read('openapi.json');
const file5 = read('openapi-5.json');

const [open, locked] = (['open', 'protected'] as const).map((access) =>
  openApiDocument({
    list: allRoutes(),
    plugins,
    version: '4.0.0',
    server: { url: '.' },
    examples: EXAMPLES,
    served: {
      access,
      services: { lackOf: ({ key }) => (access === 'open' && key === Login.key ? off('no password') : null) },
    },
  }),
) as [OpenApiDocument, OpenApiDocument];

/** Rules of the linter's strictest set that cannot apply. */
const EXCEPTIONS = {
  // The published API has /{plugin}/history/{nb} beside /{plugin}/{field}/history: fixed words win.
  'no-ambiguous-paths': 'off',
  // The API requires credentials only if a password is set.
  'security-defined': 'off',
} as const;

/** They take most of the time. Otherwise, some examples are validated below. */
const EXAMPLES_OF_ALL = isInThisRun('all examples of the documents')
  ? {}
  : ({
      'no-invalid-media-type-examples': 'off',
      'no-invalid-parameter-examples': 'off',
      'no-invalid-schema-examples': 'off',
    } as const);

/** Of version 5, whose document has the components that all documents share. */
const SHARED_COMPONENTS = { 'no-unused-components': 'off' } as const;

async function lint(source: string): Promise<string[]> {
  const rules = { ...EXCEPTIONS, ...EXAMPLES_OF_ALL, ...(source === file5 && SHARED_COMPONENTS) };
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`);
}

describe('the linter finds nothing in', () => {
  it.each([
    ['docs/openapi.json', () => file],
    ['docs/openapi-5.json', () => file5],
    ...onlyInFull<[string, () => string]>(
      'the linter on documents of servers',
      ['what a server without a password serves', () => JSON.stringify(open)],
      ['what a server with a password serves', () => JSON.stringify(locked)],
    ),
  ] as const)('%s', async (_, source) => {
    expect(await lint(source())).toEqual([]);
  });

  itInFull('anything that is right, and something in what is wrong', async () => {
    const broken = file.replace('"getCpu"', '"getMem"').replace('"type": "boolean"', '"type": "bool"');
    expect((await lint(broken)).length).toBeGreaterThan(1);
  });
});

/** `GET /api/4/{}/history`: names of parameters do not matter. */
const shapeOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}|:\w+|\*$/g, '{}')}`;

/** Routes from the router's listing: a tree of text in which every level adds a part of the path. */
function routesOf(listing: string): string[] {
  const pieces: string[] = [];
  return listing.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods] = /^([│ ├└─]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (piece === '') return [];
    pieces.splice(indent.length / 4 - 1, Infinity, piece);
    return (methods ?? '')
      .split(', ')
      .flatMap((method) => (method === '' ? [] : [shapeOf(method, pieces.join(''))]));
  });
}

/** Operations of a document, and those of version 5, which has its own. */
const describedIn = (document: OpenApiDocument): ReadonlySet<string> =>
  new Set(
    [document, JSON.parse(file5) as OpenApiDocument].flatMap((one) =>
      operationsOf(one).map(([method, template]) => shapeOf(method, template)),
    ),
  );

/** Components but those of plugins, whose fields are checked by their declarations. */
function ownSchemas({ components }: OpenApiDocument): Part {
  const ofPlugins = pluginSchemas(plugins);
  return Object.fromEntries(
    Object.entries(components?.schemas ?? {}).filter(([name]) => !Object.hasOwn(ofPlugins, name)),
  );
}

type Member = [name: string, text: string, isNullable: boolean];

/** Members of all objects of a document; examples are no members. */
function membersOf(value: unknown): Member[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties, example: _, ...others } = value as { properties?: Record<string, Part> } & Part;
  const own = Object.entries(properties ?? {}).flatMap(([name, schema]): Member[] => {
    const forms = [schema, ...((schema['anyOf'] ?? []) as Part[])];
    const described = [...forms, ...forms.map(({ items }) => (items ?? {}) as Part)];
    if (described.some((form) => form['$ref'] !== undefined)) return [];
    const text = described.map(({ description = '' }) => description as string).join(' ');
    return [[name, text.trim(), forms.some(({ type }) => [type].flat().includes('null'))]];
  });
  return [...own, ...[...Object.values(properties ?? {}), ...Object.values(others)].flatMap(membersOf)];
}

describe('the document', () => {
  const { api } = createFakeApi(undefined, { page: { folder: 'dist/web', refresh: 2, defaults: {} } });

  it('has every route', async () => {
    const document = (await api.inject('/openapi.json')).json<OpenApiDocument>();
    const described = describedIn(document);
    const routes = routesOf(api.printRoutes({ commonPrefix: false }));
    const others = [
      // Described in parts, as requests that any plugin accepts.
      'GET /api/4/{}',
      'GET /api/4/{}{}',
      'GET /api/5/{}{}',
      // Answered as GET is.
      'HEAD /api/2/{}',
      'HEAD /api/3/{}',
      // Described in parts, too.
      ...['2', '3'].flatMap((version) => [`GET /api/${version}/{}{}`, `HEAD /api/${version}/{}{}`]),
      // Parts of the page.
      'GET /docs/{}',
      'HEAD /docs/{}',
      'GET /service-worker.js',
      'HEAD /service-worker.js',
      'GET /static/{}',
      'HEAD /static/{}',
      'GET /wall',
      'HEAD /wall',
    ];
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !described.has(route)).sort()).toEqual(others.sort());
  });

  it('has every route of a hub', async () => {
    const { api: hub } = createFakeApi(undefined, { fleet: idleHub() });
    const document = (await hub.inject('/openapi.json')).json<OpenApiDocument>();
    const described = describedIn(document);
    const routes = routesOf(hub.printRoutes({ commonPrefix: false })).filter((route) =>
      route.includes('/servers'),
    );
    expect(routes.length).toBeGreaterThan(5);
    expect(routes.filter((route) => !described.has(route))).toEqual([]);
    expect(operationsOf((await api.inject('/openapi.json')).json<OpenApiDocument>()).length).toBeLessThan(
      operationsOf(document).length,
    );
  });

  it.each(plugins.map((plugin) => [plugin.name, plugin] as const))(
    'describes every field of %s, with its unit',
    (name, plugin) => {
      const schemas = pluginSchemas([plugin]);
      const whole = Object.values(schemas)[0] as Part;
      const item = (Object.values(schemas).find((schema) => schema['properties']) ??
        (whole['anyOf'] as Part[] | undefined)?.[0] ??
        whole) as Part;
      const properties = (plugin.shape === 'object' ? (whole['anyOf'] as Part[])[0] : item)?.['properties'];
      for (const [field, declaration] of Object.entries(fieldsOf(plugin))) {
        const described = (properties as Record<string, Part>)[field];
        const { nullWhen } = declaration.options;
        const cause = nullWhen === undefined ? '' : ` Null: ${nullWhen}.`;
        expect(described?.['description'], field).toBe(declaration.description + cause);
        expect(described?.['x-unit'] ?? null, field).toBe(declaration.unit);
        for (const companion of companions(field, declaration))
          expect((properties as Record<string, Part>)[companion]?.['description'], companion).toMatch(/\.$/);
      }
      expect(EXAMPLES, name).toHaveProperty(name);
    },
  );

  it('says what every member is, and what its null means', () => {
    const members = membersOf({ ...locked, components: { schemas: ownSchemas(locked) } });
    expect(members.length).toBeGreaterThan(400);
    const silent = members.filter(([, text]) => text === '' || /[;,.][.,;]|[^.]$/.test(text));
    expect(silent.map(([name]) => name)).toEqual([]);
    const nulls = members.filter(([, text, isNullable]) => isNullable && !/null/i.test(text));
    expect(nulls.map(([name]) => name)).toEqual([]);
  });

  it('has an example of every answer, and a reason for every refusal', () => {
    for (const [method, template, { responses }] of operationsOf(locked)) {
      const content = responses['200']?.['content'] as Record<string, Part> | undefined;
      const media = content?.['application/json'];
      if (media) expect(media, `${method} ${template}`).toHaveProperty('example');
      expect(Object.keys(responses), `${method} ${template}`).toContain('4XX');
    }
  });

  it('has examples of the form that it declares', () => {
    const judge = createJudge(locked);
    for (const [method, template, { responses }] of operationsOf(locked).filter(
      (_, index) => index % 8 === 0,
    )) {
      const content = responses['200']?.['content'] as Record<string, Part> | undefined;
      const example = content?.['application/json']?.['example'];
      if (example === undefined) continue;
      const reply = {
        statusCode: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(example),
      };
      expect(judge({ method, template }, reply), `${method} ${template}`).toEqual([]);
    }
  });

  it('marks older versions, and nothing of version 4 but another name of a plugin', () => {
    const deprecated = operationsOf(open).filter(([, , operation]) => operation.deprecated);
    const paths = deprecated.map(([, template]) => template);
    expect(paths.filter((path) => !/^\/api\/[23]\//.test(path))).toEqual(['/api/4/psutilversion']);
    const older = Object.keys(open.paths).filter((path) => /^\/api\/[23]\//.test(path));
    expect(older.length).toBeGreaterThan(30);
    expect(older.filter((path) => !paths.includes(path))).toEqual([]);
  });

  it('names the answers to those without credentials only where they are asked for', () => {
    const statuses = ({ paths }: OpenApiDocument) => Object.keys(paths['/api/4/cpu']?.get?.responses ?? {});
    expect(statuses(open)).not.toContain('401');
    expect(statuses(locked)).toEqual(expect.arrayContaining(['401', '429']));
    expect(open.paths).not.toHaveProperty('/api/4/token');
    expect(locked.paths['/api/4/status']?.get?.security).toEqual([]);
  });
});
