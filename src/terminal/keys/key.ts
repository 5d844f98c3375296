/** How a key is declared: help on the screen, docs/keys.md and the line of hints are made from it. */
import type { Ui } from '../state/ui.ts';

export const GROUPS = [
  'Move',
  'Processes',
  'Sort by',
  'Show or hide',
  'How values are shown',
  'Charts',
  'Screen',
] as const;
export type Group = (typeof GROUPS)[number];

/** The target of keys. */
export interface Actor {
  readonly ui: Ui;
  quit(): void;
  suspend(): void;
  /** Draws everything again, whatever the terminal shows. */
  redraw(): void;
  /** The plugins on the screen are others. */
  watch(): void;
}

export interface Key {
  /** As the decoder names them; any of them. */
  readonly keys: readonly string[];
  readonly group: Group;
  readonly text: string;
  /** In a word, for the last line of the screen. */
  readonly hint?: string;
  run(actor: Actor): void;
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
};

/** As people write it: `Ctrl-C`, `F5`, `↑`. */
export const keyName = (key: string): string =>
  NAMES[key] ??
  key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`).replace(/^f(\d+)$/, 'F$1');

export const keyNames = ({ keys }: Key): string => keys.map(keyName).join(' ');
