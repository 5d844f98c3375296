/** Names of keys. */
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

/** Returns the display name of a key: `Ctrl-C`, `F5`, `↑`. */
export const keyName = (key: string, isUnicode = true): string =>
  (isUnicode ? undefined : WORDS[key]) ??
  NAMES[key] ??
  key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`).replace(/^f(\d+)$/, 'F$1');

export const keyNames = (keys: readonly string[], isUnicode: boolean): string =>
  keys.map((key) => keyName(key, isUnicode)).join(' ');
