/** A key of the page; the help is made from all. */
import type { Gander } from '../state/gander.ts';
import type { Preferences } from '../state/preferences.ts';
import { type Phrase, t } from '../../src/show/display/language.ts';

export type KeyGroup = 'Sort processes' | 'Show or hide' | 'How values are shown' | 'Page';

export interface Key {
  /** `KeyboardEvent.key` values. */
  readonly keys: readonly string[];
  readonly group: KeyGroup;
  readonly text: Phrase;
  /** Other names, which the switcher finds. */
  readonly words?: Phrase;
  run(gander: Gander): void;
}

/** Toggles sections. */
export function toggleHidden(hidden: readonly string[], names: readonly string[]): string[] {
  const isShown = names.some((name) => !hidden.includes(name));
  const others = hidden.filter((name) => !names.includes(name));
  return isShown ? [...others, ...names] : others;
}

export const toggle = (key: string, text: Phrase, ...names: string[]): Key => ({
  keys: [key],
  group: 'Show or hide',
  text,
  run({ preferences, toast }) {
    const { hidden: before } = preferences;
    preferences.hidden = toggleHidden(before, names);
    // Sections shown again scroll into sight.
    const undo = (): void => void (preferences.hidden = before);
    toast.value =
      preferences.hidden.length > before.length
        ? { text: t('Hidden: {text}', { text: t(text) }), undo }
        : null;
  },
});

type Flag = { [K in keyof Preferences]: Preferences[K] extends boolean ? K : never }[keyof Preferences];

export const flip = (
  key: string,
  text: Phrase,
  name: Flag,
  group: KeyGroup = 'How values are shown',
  off?: Flag,
): Key => ({
  keys: [key],
  group,
  text,
  run({ preferences }) {
    preferences[name] = !preferences[name];
    if (off !== undefined && preferences[name]) preferences[off] = false;
  },
});
