/** Theme: the reader's choice, else the system's. */
import { watch } from 'vue';
import type { Phrase } from '../../src/show/display/language.ts';
import type { Preferences } from './preferences.ts';
import type { Shell } from './shell.ts';

/** Choices, by their names. */
export const THEMES = {
  system: 'as the system',
  dark: 'dark',
  light: 'light',
} as const satisfies Record<string, Phrase>;

const NEXT = { system: 'dark', dark: 'light', light: 'system' } as const;
export const nextTheme = (preferences: Preferences): void =>
  void (preferences.theme = NEXT[preferences.theme]);

export function followTheme({ preferences, paletteSource }: Shell, page: Window): void {
  const light = page.matchMedia('(prefers-color-scheme: light)');
  const apply = (): void => {
    const { theme } = preferences;
    const isLight = theme === 'light' || (theme === 'system' && light.matches);
    page.document.documentElement.dataset['theme'] = isLight ? 'light' : 'dark';
    paletteSource.update();
  };
  light.addEventListener('change', apply);
  watch(() => preferences.theme, apply, { immediate: true });
}
