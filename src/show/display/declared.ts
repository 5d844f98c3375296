/** Values of a plugin without its own section, by its declaration. Pure. */
import type { Served, ServedMember } from '../../core/served.ts';
import type { FieldKind } from '../../core/fields.ts';
import { kindOf } from './kinds.ts';
import type { Kind } from './units.ts';
import { localName, t } from './language.ts';

/** A field as its plugin declares it. */
export interface DeclaredField {
  readonly kind: FieldKind;
  readonly unit: string | null;
  readonly description: string;
  readonly history: boolean;
}

export interface DeclaredPlugin {
  readonly name: string;
  /** Field that identifies items; null if there are none. */
  readonly key: string | null;
  readonly fields: Readonly<Record<string, DeclaredField>>;
}

/** One displayed value of a plugin or its items. */
export interface DeclaredColumn {
  /** Name of the displayed member: the rate of a counter. */
  member: string;
  label: string;
  /** Its description, in a sentence. */
  description: string;
  isNumber: boolean;
  /** Words, and numbers with long units. */
  isWide: boolean;
  /** How numbers are shown. */
  kind: Kind;
  /** Each item has its own unit. */
  isByItem: boolean;
  hasHistory: boolean;
}

const SHORT: ReadonlySet<Kind> = new Set(['percent', 'count', 'celsius', 'load', 'plain']);
const NUMBERS: ReadonlySet<FieldKind> = new Set(['gauge', 'counter', 'constant', 'cumulative', 'derived']);

/** Values in declaration order, without structures. */
export function columnsOf({ name: plugin, key, fields }: DeclaredPlugin): DeclaredColumn[] {
  return Object.entries(fields)
    .filter(([name, { kind }]) => name !== key && kind !== 'object')
    .map(([name, { kind, unit, description, history }]) => {
      const member = kind === 'counter' ? `${name}_rate_per_sec` : name;
      const isNumber = NUMBERS.has(kind);
      const shownAs = kindOf(plugin, member, unit);
      const isByItem = kind === 'gauge' && unit === null && Object.hasOwn(fields, 'unit');
      return {
        member,
        label: localName(name.replaceAll('_', ' ').replace(/^oom\b/, 'OOM')),
        description,
        isNumber,
        isWide: !isNumber || isByItem || !SHORT.has(shownAs),
        kind: shownAs,
        isByItem,
        hasHistory: history,
      };
    });
}

/** How a number of an item is shown. */
export const kindIn = (plugin: string, { member, kind, isByItem }: DeclaredColumn, item: Item): Kind =>
  isByItem ? kindOf(plugin, member, null, item) : kind;

/** Returns as many columns as fit beside the name of an item: one if items differ in their units. */
export function shownOf(columns: readonly DeclaredColumn[], most: number): readonly DeclaredColumn[] {
  const byItem = columns.find(({ isByItem }) => isByItem);
  return byItem === undefined ? columns.slice(0, most) : [byItem];
}

/** Returns the title that its source gives to an item, with the values of its labels; otherwise its identity. */
export function nameOf(item: Item, identity: string): string {
  const { title, labels } = item;
  if (typeof title !== 'string' || title === '') return identity;
  const values = typeof labels === 'object' && labels !== null ? Object.values(labels) : [];
  return [title, ...values.map(memberText)].join(' ');
}

type Item = Readonly<Served>;

/** Non-numeric values as text; empty if they cannot be shown in a word. */
export function memberText(value: ServedMember): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (Array.isArray(value)) return value.map(memberText).filter(Boolean).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
