/** How a key is declared: help on the screen, docs/keys.md and the line of hints are made from it. */
import type { Surface } from '../state/surface.ts';
import type { Ui } from '../state/ui.ts';
import type { Phrase } from '../../display/language.ts';

export const GROUPS = [
  'Servers',
  'Move',
  'Processes',
  'Sort by',
  'Show or hide',
  'How values are shown',
  'Charts',
  'Screen',
] as const;
export type KeyGroup = (typeof GROUPS)[number];

/** The target of keys, on any screen. */
export interface ScreenActor {
  readonly ui: Surface;
  /** Leaves this screen: for the list of servers where it was opened from one. */
  quit(): void;
  /** Ends the program. */
  end(): void;
  suspend(): void;
  /** Draws everything again, whatever the terminal shows. */
  redraw(): void;
}

/** The target of keys on the screen of a machine. */
export interface Actor extends ScreenActor {
  readonly ui: Ui;
  /** Goes back to the list of servers from which this screen was opened; null: it was not. */
  readonly back: (() => void) | null;
}

export interface Key<A = Actor> {
  /** As the decoder names them; any of them. */
  readonly keys: readonly string[];
  readonly group: KeyGroup;
  readonly text: Phrase;
  /** In a word, for the last line of the screen. */
  readonly hint?: Phrase;
  run(actor: A): void;
}

const NAMES: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  'page-up': 'PgUp',
  'page-down': 'PgDn',
  'shift-left': 'Shift-←',
  'shift-right': 'Shift-→',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
};

/** Arrows, where there is ASCII only. */
const WORDS: Readonly<Record<string, string>> = {
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  'shift-left': 'Shift-Left',
  'shift-right': 'Shift-Right',
};

/** As people write it: `Ctrl-C`, `F5`, `↑`. */
export const keyName = (key: string, isUnicode = true): string =>
  (isUnicode ? undefined : WORDS[key]) ??
  NAMES[key] ??
  key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`).replace(/^f(\d+)$/, 'F$1');

export const keyNames = ({ keys }: Pick<Key, 'keys'>, isUnicode: boolean): string =>
  keys.map((key) => keyName(key, isUnicode)).join(' ');

export const keysByName = <A>(keys: readonly Key<A>[]): ReadonlyMap<string, Key<A>> =>
  new Map(keys.flatMap((one) => one.keys.map((key) => [key, one] as const)));

/** In front of an overlay only the keys of the screen mean something: nothing is done to what lies behind it. */
export function pressKey<A extends ScreenActor>(key: Key<A>, actor: A): void {
  if (actor.ui.view.overlay === 'none' || key.group === 'Screen') key.run(actor);
}
