/** Shared by all pages: settings, requests, connection, preferences. */
import { inject, type InjectionKey, ref, type Ref, type ShallowRef } from 'vue';
import type { Prefetched } from '../api/prefetch.ts';
import { type Client, createClient, sessionTokens } from '../api/client.ts';
import { readSettings, type PageSettings } from '../api/settings.ts';
import type { Connected } from '../feed/connection.ts';
import { createPalette, type PaletteSource } from './palette.ts';
import { createRights, type Rights } from './rights.ts';
import { defaultPreferences, localStorageOrNull, openPreferences, type Preferences } from './preferences.ts';

export interface Shell {
  readonly settings: PageSettings;
  readonly client: Client;
  readonly rights: Rights;
  /** Preferences; writing to them saves them. */
  readonly preferences: Preferences;
  readonly defaults: Readonly<Preferences>;
  readonly paletteSource: PaletteSource;
  /** Window width in pixels, in relevant steps. */
  readonly layout: Ref<Layout>;
  /** Letters typed before the switcher was loaded. */
  readonly typed: { text: string };
}

/** Interface of a page to shared components. */
export interface LiveShell extends Shell {
  readonly feed: Connected;
  /** Panel that is open; empty: none. */
  readonly view: { panel: string };
  /** Changes when canvases may need to be redrawn. */
  readonly tick: Readonly<ShallowRef<number>>;
  /** The first data are on the screen; the rest may load. */
  readonly isDrawn: Readonly<Ref<boolean>>;
}

/** `wide`: a rail beside the main table; `narrow`: one column of folded sections. */
export type Layout = 'wide' | 'medium' | 'narrow';

const KEY: InjectionKey<LiveShell> = Symbol('shell');
export { KEY as SHELL };

/** Shared state of all pages; only inside `setup`. */
export function useShell(): LiveShell {
  const shell = inject(KEY);
  if (shell === undefined) throw new Error('nothing was provided');
  return shell;
}

export function createShell(page: Window, prefetched: Prefetched): Shell {
  const settings = readSettings(page.document);
  const layout = followLayout(page);
  const defaults = defaultPreferences(settings, layout.value === 'narrow');
  const shared = new URLSearchParams(page.location.search).get('look');
  const client = createClient(sessionTokens(), prefetched, settings.hub);
  return {
    settings,
    client,
    rights: createRights(client, settings),
    preferences: openPreferences(defaults, localStorageOrNull(), shared),
    defaults,
    paletteSource: createPalette(page.document),
    layout,
    typed: { text: '' },
  };
}

function followLayout(page: Window): Ref<Layout> {
  const wide = page.matchMedia('(min-width: 1100px)');
  const narrow = page.matchMedia('(max-width: 639.9px)');
  const now = (): Layout => (wide.matches ? 'wide' : narrow.matches ? 'narrow' : 'medium');
  const layout = ref(now());
  for (const query of [wide, narrow]) query.addEventListener('change', () => (layout.value = now()));
  return layout;
}

/** Reloads the page of a new agent, once: a proxy's cache may be older than both. */
export function reloadFor(version: string, page: Window): boolean {
  const KEY_RELOAD = 'gander.reloaded';
  try {
    if (page.sessionStorage.getItem(KEY_RELOAD) === version) return false;
    page.sessionStorage.setItem(KEY_RELOAD, version);
  } catch {
    return false;
  }
  page.location.reload();
  return true;
}
