/** Single members, items and values of a plugin. */
import type { Json, Served, ServedMember } from '../../core/served.ts';
import { ApiError, notAnInteger } from '../../http/server/errors.ts';
import type { Entry } from './entry.ts';

/** Request below `/<plugin>/`. */
export type Fine =
  | { kind: 'field'; field: string }
  | { kind: 'item'; field: string; identity: string }
  | { kind: 'value'; field: string; value: string }
  | { kind: 'top'; count: number };

/** Null: no such route. @param path decoded segments behind the plugin's name */
export function parseFine(path: readonly string[]): Fine | null {
  const [first = '', second = '', ...rest] = path;
  if (first === '') return null;
  if (path.length === 1) return { kind: 'field', field: first };
  if (first === 'top' && path.length === 2) {
    if (!/^\d+$/.test(second)) throw notAnInteger('nb', second);
    return { kind: 'top', count: Math.min(Number(second), Number.MAX_SAFE_INTEGER) };
  }
  if (second === 'value' && rest.join('/') !== '')
    return { kind: 'value', field: first, value: rest.join('/') };
  // Mount points have slashes.
  const identity = path.slice(1).join('/');
  return identity === '' ? null : { kind: 'item', field: first, identity };
}

const notAList = ({ name }: Entry): ApiError => new ApiError(404, `Plugin '${name}' is not a list`);
const unknownField = (field: string, { name }: Entry): ApiError =>
  new ApiError(404, `Field '${field}' not found in plugin '${name}'`);

/** In the form of version 4. Throws an `ApiError`. @param items the object, or the items */
export function fineOf(entry: Entry, items: readonly Served[], asked: Fine): ServedMember {
  const { key, members, name } = entry;
  if (key === null && asked.kind !== 'field') throw notAList(entry);
  if (asked.kind === 'top') return items.slice(0, asked.count);
  const { field } = asked;
  if (!members.some((member) => member.name === field)) throw unknownField(field, entry);
  const valueIn = (item: Served | undefined): Json => item?.[field] ?? null;
  switch (asked.kind) {
    case 'field':
      return { [field]: key === null ? valueIn(items[0]) : items.map(valueIn) };
    case 'item': {
      const item = items.find((one) => String(one[key as string]) === asked.identity);
      if (item === undefined)
        throw new ApiError(404, `Item '${asked.identity}' not found in plugin '${name}'`);
      return { [field]: valueIn(item) };
    }
    default:
      return { [asked.value]: items.filter((one) => textOf(one[field]) === asked.value) };
  }
}

/** Values are compared as text. */
const textOf = (value: ServedMember): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
