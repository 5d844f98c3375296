/** Fields by the values that they have: of servers that declare nothing. Pure. */
import type { Served, ServedMember } from '../../../core/served.ts';
import type { Field, FieldKind, Fields } from '../../../core/fields.ts';

type Item = Readonly<Served>;

const MOST_FIELDS = 200;
/** Items that are looked at. */
const MOST_ITEMS = 50;
/** Served beside a counter, beside a value with extremes, beside all others. */
const COMPANION = /_(?:gauge|rate_per_sec|min|max|mean)$/;
const NO_FIELDS: ReadonlySet<string> = new Set(['key', 'time_since_update']);

/** Infers fields from the members of items, without members that are companions of others. */
export function fieldsIn(items: readonly Item[]): Fields {
  const fields = new Map<string, Field>();
  for (const item of items.slice(0, MOST_ITEMS))
    for (const [name, value] of Object.entries(item).slice(0, MOST_FIELDS)) {
      if (fields.has(name) || NO_FIELDS.has(name) || isCompanion(name, item)) continue;
      const kind = kindIn(name, value, item);
      if (kind !== null)
        fields.set(name, {
          kind,
          unit: null,
          description: '',
          options: { sparse: true, nullWhen: 'its server sends none' },
        });
    }
  return Object.fromEntries(fields);
}

const isCompanion = (name: string, item: Item): boolean =>
  COMPANION.test(name) && Object.hasOwn(item, name.replace(COMPANION, ''));

/** Null for a value that does not tell. */
function kindIn(name: string, value: ServedMember, item: Item): FieldKind | null {
  switch (typeof value) {
    case 'number':
      return Object.hasOwn(item, `${name}_rate_per_sec`) ? 'counter' : 'gauge';
    case 'string':
      return 'text';
    case 'boolean':
      return 'flag';
    default:
      return Array.isArray(value) ? 'list' : null;
  }
}

/** Returns the member that identifies items, which Glances names in the member `key`; null unless all agree. */
export function keyIn(items: readonly Item[]): string | null {
  const key = items[0]?.['key'];
  if (typeof key !== 'string') return null;
  return items.every((item) => item['key'] === key && Object.hasOwn(item, key)) ? key : null;
}
