/** Parameters common to several operations. */
import type { Schema } from '../../core/schema.ts';
import { integer, oneOf, type Shape, text } from '../../core/shape.ts';
import type { Part } from './types.ts';

/** A path parameter. */
export const inPath = (name: string, description: string, schema: Schema, example: unknown): Part => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
});

/** An optional query parameter. */
export const inQuery = (name: string, description: string, schema: Schema, more: Part = {}): Part => ({
  name,
  in: 'query',
  description,
  schema,
  ...more,
});

const TEXT = text(undefined, { minLength: 1 });
const COUNT = integer(undefined, { minimum: 0 });

/** A plugin, one of these. */
export const pluginNamed = (names: readonly string[], example: string): Part =>
  inPath('plugin', 'Name of a plugin.', oneOf(names), example);

export const FIELD = inPath('field', 'Name of a field of the plugin.', TEXT, 'percent');
export const KEY = inPath(
  'key',
  'Identity of an entry: the value of the field that its member `key` names. Slashes may be sent as they are or as %2F.',
  TEXT,
  '/',
);
export const PID = inPath('pid', 'Process id.', COUNT, 1);

export const PARAMETERS: Record<string, Part> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of the version that the client has; the answer is 304 while that version is current.',
    schema: text(),
  },
};

/** Position of a stream; event sources opened by scripts cannot set headers, and use the query. */
export const LAST_EVENT_ID: Part = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last event that the client has. Browsers send it by themselves.',
  schema: text(),
};

export const countOf = (description: string): Part => inPath('nb', description, COUNT, 3);

/** A body in JSON. */
export const jsonBody = <T>(schema: Shape<T>, example: NoInfer<T>): Part => ({
  required: true,
  content: { 'application/json': { schema, example } },
});
