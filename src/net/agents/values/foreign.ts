/** Another agent's unknown plugins: by its declarations, otherwise by the shape of values. Untrusted. */
import { adopt } from '../../../core/adopt.ts';
import type { Field, FieldKind, Fields } from '../../../core/fields.ts';
import type { Json, ServedMember } from '../../../core/served.ts';
import { flag, loose, mapOf, oneOf, orNull, text, type TypeOf } from '../../../core/shape.ts';
import type { Ask, RawValues } from '../remote.ts';
import type { ListPlugin, ObjectPlugin, Plugin, ScalarPlugin } from '../../../core/plugin.ts';
import type { Unit } from '../../../core/unit.ts';
import { fieldsIn, keyIn } from './inferred-fields.ts';
import { RequestError } from '../../transport/request-error.ts';
import { isObject } from '../../../core/members.ts';

export interface ForeignSource {
  /** Names of its plugins. */
  readonly plugins: readonly string[];
  /** Requests any path of its API; null if it has no such API. */
  readonly ask: Ask | null;
  read(names: readonly string[]): Promise<RawValues>;
}

/** A newer version has a few; a hundred are none of a version. */
const MOST_PLUGINS = 30;
const MOST_FIELDS = 200;

/** @param registry the plugins that this version knows */
export async function foreignPlugins(source: ForeignSource, registry: readonly Plugin[]): Promise<Plugin[]> {
  const known = new Set(registry.map(({ name }) => name));
  const names = source.plugins.filter((name) => !known.has(name)).slice(0, MOST_PLUGINS);
  const found = await Promise.all(names.map((name) => foreignPlugin(source, name)));
  return found.filter((plugin) => plugin !== null);
}

/** Null for a plugin that the other agent does not describe; the others are shown without it. */
async function foreignPlugin(source: ForeignSource, name: string): Promise<Plugin | null> {
  const declared = await source.ask?.(`/api/plugins/${encodeURIComponent(name)}`).catch(() => null);
  const plugin = declaredPlugin(name, declared ?? null);
  if (plugin !== null) return plugin;
  const values = await source.read([name]).catch(() => null);
  const value = values?.get(name);
  return value instanceof RequestError ? null : inferredPlugin(name, value);
}

const KINDS = [
  ...(['gauge', 'counter', 'constant', 'cumulative', 'derived'] as const),
  ...(['text', 'flag', 'list', 'object'] as const),
];
const FIELD = loose({ kind: oneOf<FieldKind>(KINDS), unit: text(), description: text(), history: flag() }, [
  'kind',
]);
const declarationIn = adopt(
  loose(
    {
      shape: oneOf(['scalar', 'object', 'list']),
      key: orNull(text()),
      fields: mapOf('By name.', FIELD),
    },
    ['shape', 'key', 'fields'],
  ),
);

/** Parses the declaration of a plugin in `/api/plugins/{plugin}`; null if malformed. */
export function declaredPlugin(name: string, declaration: Json): Plugin | null {
  const declared = declarationIn(declaration);
  if (declared === null) return null;
  const { shape, key } = declared;
  const fields = Object.fromEntries(
    Object.entries(declared.fields)
      .slice(0, MOST_FIELDS)
      .map(([member, field]) => [member, declaredField(field)]),
  );
  if (shape === 'scalar') return scalar(name);
  if (shape === 'object') return object(name, fields);
  return list(name, fields, key !== null && Object.hasOwn(fields, key) ? key : null);
}

const declaredField = ({ kind, unit, description = '', history }: TypeOf<typeof FIELD>): Field => ({
  kind,
  // A unit that this version does not know shows the plain number.
  unit: (unit as Unit) ?? null,
  description,
  options: {
    sparse: true,
    nullWhen: 'its server sends none',
    // It is not told; that of the unit may be another.
    range: null,
    ...(history === false && { history: false }),
  },
});

/** By a value; null where it says nothing of the form of later ones. */
export function inferredPlugin(name: string, value: ServedMember): Plugin | null {
  if (typeof value === 'string') return scalar(name);
  const items = (Array.isArray(value) ? value : [value]).filter(isObject);
  const fields = fieldsIn(items);
  if (Object.keys(fields).length === 0) return null;
  return Array.isArray(value) ? list(name, fields, keyIn(items)) : object(name, fields);
}

const NO_FIELD: Field<string | null> = { kind: 'text', unit: null, description: '', options: {} };

/** It is read there, never here. */
const described = (name: string) => ({ name, description: '' });

const scalar = (name: string): ScalarPlugin => ({
  ...described(name),
  shape: 'scalar',
  value: NO_FIELD,
  create: () => ({ read: () => null }),
});

const object = (name: string, fields: Fields): ObjectPlugin => ({
  ...described(name),
  shape: 'object',
  fields,
  create: () => ({ read: () => null }),
});

const list = (name: string, fields: Fields, key: string | null): ListPlugin => ({
  ...described(name),
  shape: 'list',
  key,
  fields,
  create: () => ({ read: () => [] }),
});
