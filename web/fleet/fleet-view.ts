/**
 * The view of the fleet page. The address contains it (after `#`), so it can be shared; order and grouping are also stored per
 * browser, for addresses without them.
 */
import { reactive, watch } from 'vue';
import { type Level, LEVELS } from '../../src/show/display/levels.ts';
import { type ServerStatus, WORST_STATUSES_FIRST } from '../../src/core/server-status.ts';
import type { Phrase } from '../../src/show/display/language.ts';

export type Grouping = 'none' | 'tag' | 'status';
export type Panel = 'access' | 'help' | 'add' | 'switch';

export const TABS = ['servers', 'alerts', 'compare', 'map'] as const;
export type FleetTab = (typeof TABS)[number];
export const TAB_TITLES: Readonly<Record<FleetTab, Phrase>> = {
  servers: 'Servers',
  alerts: 'Alerts',
  compare: 'Compare',
  map: 'Heat map',
};

export interface FleetView {
  tab: FleetTab;
  /** Ids of compared servers; empty: the first ones shown, those with values first. */
  compared: string[];
  /** Key of the compared column; empty: the first numeric one. */
  metric: string;
  /** Range in seconds. */
  span: number;
  /** Words that all must match. */
  search: string;
  /** Only servers of these statuses; empty: all. */
  statuses: ServerStatus[];
  /** Only servers whose worst value has one of these levels; combined with `statuses` by OR. */
  levels: Level[];
  /** Only servers with this tag; empty: all. */
  tag: string;
  /** Order: a column, `worst` or `list`. */
  sort: string;
  /** Reverses the order. */
  isReversed: boolean;
  group: Grouping;
  /** Folded groups. */
  folded: string[];
  /** Key of the server whose details are open; empty: none. */
  open: string;
  panel: Panel | '';
}

/** Every history has an hour. */
const USUAL_SPAN = 3600;
/** Limit of compared servers. */
export const MOST_COMPARED = 12;

export const NO_VIEW: Readonly<FleetView> = {
  tab: 'servers',
  compared: [],
  metric: '',
  span: USUAL_SPAN,
  search: '',
  statuses: [],
  levels: [],
  tag: '',
  sort: 'worst',
  isReversed: false,
  group: 'none',
  folded: [],
  open: '',
  panel: '',
};

/** Preferences, stored per browser. */
export type Habits = Pick<FleetView, 'sort' | 'isReversed' | 'group'>;
const STANDARD: Habits = { sort: NO_VIEW.sort, isReversed: false, group: 'none' };

const GROUPINGS: ReadonlySet<string> = new Set(['none', 'tag', 'status']);
const PANELS: ReadonlySet<string> = new Set(['access', 'help', 'add']);
const LONGEST = 1000;
/** Five years. */
const LONGEST_SPAN = 5 * 366 * 86_400;

const isGrouping = (text: unknown): text is Grouping => typeof text === 'string' && GROUPINGS.has(text);

/** Parses the fragment of the address; ignores invalid parts. */
export function parseFleetView(hash: string, habits: Habits = STANDARD): FleetView {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const text = (name: string): string => (query.get(name) ?? '').slice(0, LONGEST);
  const sort = text('sort');
  const group = text('group');
  const panel = text('panel');
  const wanted = new Set(text('status').split(','));
  const span = Number(text('span'));
  return {
    tab: TABS.find((tab) => tab === text('tab')) ?? NO_VIEW.tab,
    compared: query.getAll('with').slice(0, MOST_COMPARED),
    metric: text('metric'),
    span: Number.isInteger(span) && span > 0 && span <= LONGEST_SPAN ? span : NO_VIEW.span,
    search: text('q'),
    statuses: WORST_STATUSES_FIRST.filter((status) => wanted.has(status)),
    levels: LEVELS.filter((level) => text('level').split(',').includes(level)),
    tag: text('tag'),
    sort: sort.replace(/^-/, '') || habits.sort,
    isReversed: sort === '' ? habits.isReversed : sort.startsWith('-'),
    group: isGrouping(group) ? group : habits.group,
    folded: query.getAll('fold').slice(0, 100),
    open: text('open'),
    panel: PANELS.has(panel) ? (panel as Panel) : '',
  };
}

/** Formats the fragment; empty for the default view. */
export function formatFleetView(view: FleetView): string {
  const query = new URLSearchParams();
  if (view.tab !== NO_VIEW.tab) query.set('tab', view.tab);
  for (const id of view.compared) query.append('with', id);
  if (view.metric !== '') query.set('metric', view.metric);
  if (view.span !== NO_VIEW.span) query.set('span', String(view.span));
  if (view.search !== '') query.set('q', view.search);
  if (view.statuses.length > 0) query.set('status', view.statuses.join(','));
  if (view.levels.length > 0) query.set('level', view.levels.join(','));
  if (view.tag !== '') query.set('tag', view.tag);
  if (view.sort !== NO_VIEW.sort || view.isReversed)
    query.set('sort', (view.isReversed ? '-' : '') + view.sort);
  if (view.group !== NO_VIEW.group) query.set('group', view.group);
  for (const name of view.folded) query.append('fold', name);
  if (view.open !== '') query.set('open', view.open);
  // The switcher is not part of a view.
  if (view.panel !== '' && view.panel !== 'switch') query.set('panel', view.panel);
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `#${text}`;
}

const KEY = 'gander.fleet';

export function readHabits(storage: Storage | null): Habits {
  try {
    const { sort, isReversed, group } = JSON.parse(storage?.getItem(KEY) ?? '{}') as Partial<Habits>;
    return {
      sort: typeof sort === 'string' && sort !== '' ? sort : STANDARD.sort,
      isReversed: isReversed === true,
      group: isGrouping(group) ? group : STANDARD.group,
    };
  } catch {
    return STANDARD;
  }
}

function keepHabits(storage: Storage | null, { sort, isReversed, group }: Habits): void {
  try {
    storage?.setItem(KEY, JSON.stringify({ sort, isReversed, group }));
  } catch {
    // Storage is full or forbidden: they last until the page is closed.
  }
}

/** Opens the page's view, synchronized with the address. Back closes what was opened last. */
export function openFleetView(page: Window, storage: Storage | null): FleetView {
  const view = reactive(parseFleetView(page.location.hash, readHabits(storage)));
  const follow = (): void => void Object.assign(view, parseFleetView(page.location.hash, STANDARD));
  page.addEventListener('hashchange', follow);
  page.addEventListener('popstate', follow);
  let panel = view.panel;
  const write = (): void => {
    keepHabits(storage, view);
    // The recipient of the address has other preferences.
    const hash = formatFleetView(view);
    const isSame = view.panel === panel;
    panel = view.panel;
    if (hash === page.location.hash) return;
    const address = hash === '' ? page.location.pathname + page.location.search : hash;
    // The switcher is not a view: it replaces the panel below it.
    if (isSame || view.panel === 'switch') page.history.replaceState(null, '', address);
    else page.history.pushState(null, '', address);
  };
  watch(view, write, { deep: true });
  write();
  return view;
}
