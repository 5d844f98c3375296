/** Shared state of the fleet page, created once. */
import {
  computed,
  type ComputedRef,
  inject,
  type InjectionKey,
  ref,
  type Ref,
  shallowRef,
  type ShallowRef,
} from 'vue';
import { localStorageOrNull } from '../state/preferences.ts';
import type { Prefetched } from '../api/prefetch.ts';
import { createShell, type LiveShell, reloadFor } from '../state/shell.ts';
import { askWhether } from '../api/session.ts';
import { createFleetFeed, type FleetFeed } from './fleet-feed.ts';
import { type FleetView, openFleetView } from './fleet-view.ts';
import { countsOf, found, tagsOf, inState } from './pick.ts';
import { NOT_EDITABLE } from './not-editable.ts';
import { createRoster, type Roster } from './roster.ts';
import type { Counts, Server } from '../api/servers.ts';
import { t } from '../../src/show/display/language.ts';

/** Key actions of the list, while it is shown. */
export interface ListControl {
  /** Moves to another row: `ArrowDown`, `ArrowUp`. */
  step(key: string): void;
}

export interface Fleet extends LiveShell {
  feed: FleetFeed;
  roster: Roster;
  /** Servers can be added and removed here. */
  canEdit: ComputedRef<boolean>;
  /** Why not; empty: they can, or it is unknown. */
  refusal: ComputedRef<string>;
  view: FleetView;
  /** Servers that match search and tag, of any status. */
  found: ComputedRef<readonly Server[]>;
  /** Servers that are shown. */
  shown: ComputedRef<readonly Server[]>;
  /** Counts by status of `found`. */
  counts: ComputedRef<Counts>;
  tags: ComputedRef<readonly string[]>;
  /** Current time on the clock of `receivedAt`, in steps, for ages. */
  now: Readonly<Ref<number>>;
  list: ShallowRef<ListControl | null>;
}

const KEY: InjectionKey<Fleet> = Symbol('fleet');
export { KEY as FLEET };

export function useFleet(): Fleet {
  const fleet = inject(KEY);
  if (fleet === undefined) throw new Error('nothing was provided');
  return fleet;
}

/** Poll interval in seconds without a stream: the hub's usual interval. */
const PERIOD = 10;
const AGES_EVERY_MS = 5000;

export function createFleet(page: Window, prefetched: Prefetched): Fleet {
  const shell = createShell(page, prefetched);
  const { client, settings } = shell;
  const roster = createRoster();
  const view = openFleetView(page, localStorageOrNull());
  const isPaced = new URLSearchParams(page.location.search).has('refresh');
  const feed = createFleetFeed({
    client,
    roster,
    period: isPaced ? settings.refresh : Math.max(PERIOD, settings.refresh),
    isPaced,
    version: settings.version,
    isKnown: askWhether(client, settings),
    onOtherVersion: (version) => void reloadFor(version, page),
  });
  // The list has no part that could load later.
  const isDrawn = ref(true);
  shell.rights.follow(feed.connection, isDrawn);
  const canEdit = computed(() => roster.isEditable.value && shell.rights.may('addServer'));
  const now = ref(performance.now());
  setInterval(() => (now.value = performance.now()), AGES_EVERY_MS);
  const ofAll = computed(() => found(roster.servers.value, view));
  return {
    ...shell,
    feed,
    roster,
    canEdit,
    refusal: computed(() => {
      if (!roster.isFilled.value || canEdit.value) return '';
      return roster.isEditable.value ? shell.rights.lack('addServer') : t(NOT_EDITABLE);
    }),
    view,
    tick: shallowRef(0),
    isDrawn,
    found: ofAll,
    shown: computed(() => inState(ofAll.value, view)),
    counts: computed(() => countsOf(ofAll.value)),
    tags: computed(() => tagsOf(roster.servers.value)),
    now,
    list: shallowRef(null),
  };
}
