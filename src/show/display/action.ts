/**
 * User actions of the page and the terminal. `actions.ts` lists them; keys, helps, the switcher and docs/keys.md follow from the
 * list.
 */
import type { Phrase } from './language.ts';
import type { UnitChoice } from './units.ts';

/** In the order of the helps. */
export const ACTION_GROUPS = [
  'Servers',
  'Move',
  'Processes',
  'Order',
  'Show or hide',
  'How values are shown',
  'Charts',
  'General',
] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** Choices of the reader that page and terminal share. */
export interface DisplayFlags extends UnitChoice {
  /** Each core. */
  percpu: boolean;
  freeSpace: boolean;
  iops: boolean;
  latency: boolean;
  /** All GPUs as one. */
  meanGpu: boolean;
  /** Commands with the folder of the program. */
  longNames: boolean;
  /** CPU of processes as a share of all cores. */
  perMachine: boolean;
  /** Sum of received and sent bytes. */
  networkSum: boolean;
  /** Cumulative bytes instead of rates. */
  networkTotal: boolean;
}
type Flag = keyof DisplayFlags;

/** Effects that both sides carry out by the declaration alone. */
export type Effect =
  | { readonly kind: 'hide'; readonly names: readonly string[] }
  /** `off`: cannot be on with it. */
  | { readonly kind: 'flip'; readonly flag: Flag; readonly off?: Flag }
  /** Null: by what is scarce. */
  | { readonly kind: 'sort'; readonly by: string | null }
  | { readonly kind: 'table'; readonly table: 'programs' | 'containers' | 'vms' };

/** Keys, as `keyName` reads them, none for one that is in the menu only; or how it is done without a key, or why it is not possible. */
type ActionPlace = readonly string[] | Phrase;

export interface Action {
  readonly group: ActionGroup;
  readonly text: Phrase;
  /** In a word, for the last line of the terminal. */
  readonly hint?: Phrase;
  /** Other names, which the switcher finds. */
  readonly words?: Phrase;
  readonly terminal: ActionPlace;
  readonly page: ActionPlace;
  /** Whom a protected agent allows it; default: everyone who may read. */
  readonly role?: 'operator';
  /** Title and hint in the menu of the page. */
  readonly menu?: { readonly title: Phrase; readonly hint: Phrase };
}

export interface EffectiveAction extends Action {
  readonly effect: Effect;
}

/** Assigns the same key on both sides. */
export const both = (key: string) => ({ terminal: [key], page: [key] });

type Side = 'terminal' | 'page';

/** Keys of a side; none where it has a reason instead. */
export function keysOf(action: Action, side: Side): readonly string[] {
  const place = action[side];
  return typeof place === 'string' ? [] : place;
}

/** By their groups. */
export const inOrder = (actions: readonly Action[]): readonly Action[] =>
  ACTION_GROUPS.flatMap((name) => actions.filter(({ group }) => group === name));
