/** Everything the parts of the page share, put together once and handed down. */
import {
  computed,
  type ComputedRef,
  inject,
  type InjectionKey,
  ref,
  type Ref,
  type ShallowRef,
  shallowRef,
  watch,
} from 'vue';
import { type Client, createClient, sessionTokens } from '../api/client.ts';
import { createFeed, type Feed } from '../api/feed.ts';
import { readSettings, type PageSettings } from '../api/settings.ts';
import type { AlertEvent } from '../api/types.ts';
import { createPalette, type PaletteSource } from '../parts/palette.ts';
import { type Kind, show, showText } from '../units/units.ts';
import type { Shown } from '../units/digits.ts';
import { type Level, levelOf, type Thresholds, thresholdsOf, type Yardstick } from './levels.ts';
import {
  defaultPreferences,
  localStorageOrNull,
  openPreferences,
  type Preferences,
  sharedPreferences,
} from './preferences.ts';
import { createStore, type Store } from './store.ts';
import { formatView, openView, type View } from './view.ts';

export interface Gander {
  settings: PageSettings;
  client: Client;
  store: Store;
  feed: Feed;
  /** What the reader decided; writing to it is all it takes. */
  preferences: Preferences;
  /** What is being looked at; writing to it changes the address. */
  view: View;
  /** A value as the reader wants it. */
  show(value: unknown, kind: Kind): Shown;
  text(value: unknown, kind: Kind): string;
  thresholds(yardstick: Yardstick): Thresholds;
  level(value: unknown, yardstick: Yardstick): Level | null;
  /** Events that are going on, worst first. */
  ongoing: ComputedRef<readonly AlertEvent[]>;
  paletteSource: PaletteSource;
  /** The moment under the pointer, in milliseconds, which all charts and courses show; null for none. */
  pointed: ShallowRef<number | null>;
  /** Width of the window in pixels, in the steps that matter. */
  layout: Ref<Layout>;
  /** An address that brings others the same view, preferences included. */
  shareAddress(): string;
}

/** `wide` has a rail beside the main table, `narrow` one column of folded sections. */
export type Layout = 'wide' | 'medium' | 'narrow';

const KEY: InjectionKey<Gander> = Symbol('gander');
export { KEY as GANDER };

/** What the parts of the page share; only inside `setup`. */
export function useGander(): Gander {
  const gander = inject(KEY);
  if (gander === undefined) throw new Error('nothing was provided');
  return gander;
}

export function createGander(page: Window): Gander {
  const settings = readSettings(page.document);
  const client = createClient(sessionTokens(), settings.access === 'protected');
  const store = createStore();
  const layout = followLayout(page);
  const defaults = defaultPreferences(settings, layout.value === 'narrow');
  const shared = new URLSearchParams(page.location.search).get('look');
  const preferences = openPreferences(defaults, localStorageOrNull(), shared);
  const view = openView(page);
  const feed = createFeed({
    client,
    store,
    refresh: settings.refresh,
    isPaced: new URLSearchParams(page.location.search).has('refresh'),
    run: settings.run,
    wantedLists: () =>
      view.tab === 'processes' ? ['processlist'] : view.tab === 'programs' ? ['programlist'] : [],
    version: settings.version,
    onOtherVersion: (version) => reloadFor(version, page),
  });
  watch(
    () => view.tab,
    () => feed.refresh(),
  );
  const thresholds = (yardstick: Yardstick): Thresholds => thresholdsOf(store.limits.value, yardstick);
  const alerts = store.latest('alert');
  return {
    settings,
    client,
    store,
    feed,
    preferences,
    view,
    layout,
    paletteSource: createPalette(page.document),
    pointed: shallowRef(null),
    show: (value, kind) => show(value, kind, preferences),
    text: (value, kind) => showText(value, kind, preferences),
    thresholds,
    level: (value, yardstick) => levelOf(value, thresholds(yardstick)),
    ongoing: computed(() =>
      (alerts.value ?? [])
        .filter(({ end }) => end === -1)
        .sort((a, b) => Number(b.state === 'CRITICAL') - Number(a.state === 'CRITICAL')),
    ),
    shareAddress() {
      const { origin, pathname, search } = page.location;
      const query = new URLSearchParams(search);
      query.delete('look');
      const look = sharedPreferences(defaults, preferences);
      if (look !== '{}') query.set('look', look);
      const text = query.toString();
      return origin + pathname + (text === '' ? '' : `?${text}`) + formatView(view);
    },
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

/** The page of the new agent, unless that is what was loaded last: a cache between us may be older than both. */
function reloadFor(version: string, page: Window): boolean {
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
