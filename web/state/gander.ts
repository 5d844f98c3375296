/** Shared state of the page, created once. */
import {
  computed,
  type ComputedRef,
  inject,
  type InjectionKey,
  reactive,
  type Ref,
  type ShallowRef,
  shallowRef,
  watch,
} from 'vue';
import type { Prefetched } from '../api/prefetch.ts';
import { type ArchiveClient, type ArchiveState, createArchiveClient } from '../api/archive.ts';
import { askWhether } from '../api/session.ts';
import { createFeed, type Feed } from '../feed/feed.ts';
import type { Alert, ServedMember } from '../api/types.ts';
import { useFirstFrame } from '../feed/after-frame.ts';
import { withMinus } from './signed.ts';
import { createPastPage, type PastPage } from '../store/past-page.ts';
import { type Kind, show, showText } from '../../src/show/display/units.ts';
import type { FormattedValue } from '../../src/show/display/digits.ts';
import type { Level, Thresholds } from '../../src/show/display/levels.ts';
import type { Judged } from '../store/verdicts.ts';
import { sharedPreferences } from './preferences.ts';
import { createShell, type LiveShell, reloadFor } from './shell.ts';
import { createStore, type Store } from '../store/store.ts';
import { alertListOf, isJudged, ongoingIn } from '../../src/show/display/alert-list.ts';
import { reworded } from '../../src/show/display/alert-words.ts';
import { type ChosenTime, LIVE } from '../time/window.ts';
import { formatView, openView, type Place, type Tab, type View } from './view.ts';

export interface Toast {
  readonly text: string;
  undo(): void;
}

export interface Gander extends LiveShell {
  store: Store;
  feed: Feed;
  /** The history on disk. */
  archive: ArchiveClient;
  /** Its state; null until known. */
  archiveState: Readonly<ShallowRef<ArchiveState | null>>;
  /** Refreshes that state now and periodically. */
  followArchive(): void;
  /** The view; writing to it updates the address. */
  view: View;
  /** Formats a value by the preferences. */
  show(value: ServedMember, kind: Kind): FormattedValue;
  text(value: ServedMember, kind: Kind): string;
  /** Current level of a value and thresholds of its series, from the agent. */
  level(value: Judged): Level | null;
  thresholds(value: Judged): Thresholds;
  /** Alerts of the time on show, worst first. */
  alerts: ComputedRef<readonly Alert[]>;
  /** True if any value was judged. */
  hasData: ComputedRef<boolean>;
  /** The page's time before a chart was opened. */
  readonly pageTime: Readonly<ChosenTime>;
  /** Shows the page at another time. */
  readonly pastPage: PastPage;
  /** Time under the pointer in milliseconds, shown in all charts and sparklines; null: none. */
  pointed: ShallowRef<number | null>;
  /** The process table is frozen. */
  isFrozen: Ref<boolean>;
  /** The last key's action and its undo; null if there is none. */
  toast: ShallowRef<Toast | null>;
  /** Link to this view with preferences, optionally changed. */
  shareAddress(change?: Partial<View>): string;
}

const KEY: InjectionKey<Gander> = Symbol('gander');
export { KEY as GANDER };

/** Shared state of the page; only inside `setup`. */
export function useGander(): Gander {
  const gander = inject(KEY);
  if (gander === undefined) throw new Error('nothing was provided');
  return gander;
}

/** Containers link to their processes. */
const LISTS: Readonly<Record<Tab, readonly string[]>> = {
  processes: ['processlist'],
  programs: ['programlist'],
  containers: ['processlist'],
  vms: [],
};

/** @param places what the address opens */
export function createGander(page: Window, prefetched: Prefetched, places: readonly Place[]): Gander {
  const shell = createShell(page, prefetched);
  const { settings, client, preferences } = shell;
  const store = createStore();
  const isDrawn = useFirstFrame(store.tick);
  const view = openView(page, places);
  const feed = createFeed({
    client,
    store,
    refresh: settings.refresh,
    isPaced: new URLSearchParams(page.location.search).has('refresh'),
    run: settings.run,
    isKnown: askWhether(client, settings),
    wantedLists: () => LISTS[view.tab],
    // Servers of a hub may have other versions; the page is the hub's.
    version: settings.hub === undefined ? settings.version : '',
    isDrawn,
    onOtherVersion: (version) => reloadFor(version, page),
  });
  watch(
    () => view.tab,
    () => feed.follow(),
  );
  shell.rights.follow(feed.connection, isDrawn);
  const { incident } = settings;
  // A file has no live values.
  if (incident !== undefined)
    watch(
      () => view.to === 0 && view.at === 0,
      (isLive) => void (isLive && (view.at = incident.at)),
      { immediate: true, flush: 'sync' },
    );
  const listed = store.latest('alert');
  const archive = createArchiveClient(client);
  const pageTime: ChosenTime = reactive({ ...LIVE });
  watch(
    () => [view.chart.length, view.range, view.to, view.at],
    () => {
      const { range, to, at } = view;
      if (view.chart.length === 0) Object.assign(pageTime, { range, to, at });
    },
    { immediate: true },
  );
  const text: Gander['text'] = (value, kind) => withMinus(showText(value, kind, preferences));
  const words = {
    verdicts: store.verdicts,
    latest: (name: string) => store.latest(name).value,
    text,
  };
  const isPast = computed(() => (store.past.value?.snapshots ?? null) !== null);
  const hasJudged = computed(() =>
    store.verdicts
      .plugins()
      .some((name) => store.verdicts.ofPlugin(name).some((verdict) => isJudged(name, verdict))),
  );
  /** Of agents without a list, and of the past: from levels, and from the events that there are. */
  const derived = (): readonly Alert[] =>
    alertListOf({
      ...words,
      hasData: true,
      ongoing: isPast.value ? [] : ongoingIn(listed.value ?? []),
      sinceOf: () => null,
      isSilenced: () => false,
    }).alerts.map((alert) => reworded(alert, words));
  return {
    ...shell,
    store,
    tick: store.tick,
    isDrawn,
    feed,
    archive,
    ...followState(archive, () => isDrawn.value && feed.connection.value.kind === 'live', page),
    view,
    pageTime,
    pastPage: createPastPage({ archive, store, time: () => pageTime }),
    pointed: shallowRef(null),
    isFrozen: shallowRef(false),
    toast: shallowRef(null),
    show(value, kind) {
      const { digits, unit } = show(value, kind, preferences);
      return { digits: withMinus(digits), unit };
    },
    text,
    level: store.verdicts.level,
    thresholds: store.verdicts.thresholds,
    alerts: computed(() => {
      const served = isPast.value ? null : store.verdict.value;
      return served === null ? derived() : served.alerts.map((alert) => reworded(alert, words));
    }),
    hasData: computed(() => {
      const served = isPast.value ? null : store.verdict.value;
      return served === null ? hasJudged.value : served.state !== 'no-data';
    }),
    shareAddress(change = {}) {
      const { origin, pathname, search } = page.location;
      const query = new URLSearchParams(search);
      query.delete('look');
      const look = sharedPreferences(shell.defaults, preferences);
      if (look !== '{}') query.set('look', look);
      const text = query.toString();
      return origin + pathname + (text === '' ? '' : `?${text}`) + formatView({ ...view, ...change });
    },
  };
}

/** Refresh interval while shown. */
const STATE_MS = 60_000;

function followState(
  archive: ArchiveClient,
  isReady: () => boolean,
  page: Window,
): Pick<Gander, 'archiveState' | 'followArchive'> {
  const archiveState = shallowRef<ArchiveState | null>(null);
  const isFollowed = shallowRef(false);
  const load = async (): Promise<void> => {
    if (!page.document.hidden) archiveState.value = await archive.state().catch(() => archiveState.value);
  };
  // Not part of the first paint. The agent may require a login first; after a pause it may be another agent.
  watch(
    () => isFollowed.value && isReady(),
    (isLive) => isLive && void load(),
  );
  watch(isFollowed, () => setInterval(() => void load(), STATE_MS), { once: true });
  return {
    archiveState,
    followArchive: () => void (isFollowed.value = true),
  };
}
