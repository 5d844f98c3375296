/** The view. The address contains it (after `#`), so it can be shared, and Back closes what was opened last. */
import { reactive, watch } from 'vue';
import { ageText, type ChosenTime, LIVE, parseAge, parseInstant } from '../time/window.ts';

export const FORMS = ['list', 'tree', 'groups'] as const;
/** Grouping of processes. */
export type Form = (typeof FORMS)[number];

export type Tab = 'processes' | 'programs' | 'containers' | 'vms';

/** Panels, of which one is open at a time; rooms declare theirs. */
export interface Panels {
  /** Goes elsewhere, and is not part of a view. */
  switch: true;
}
export type Panel = keyof Panels;

/** Panels that the address opens by their own texts; empty: closed. Rooms declare theirs. */
export interface Texts {}

/** How the address opens something. */
export interface Place {
  /** By `panel=…`. */
  readonly panel?: Panel;
  /** By `…=text`. */
  readonly text?: keyof Texts;
}

interface OwnView extends ChosenTime {
  tab: Tab;
  /** Sort column of the main table; `auto`: automatic. */
  sort: string;
  /** Reverses the sort direction. */
  isReversed: boolean;
  filter: string;
  /** Grouping of processes. */
  form: Form;
  /** Process whose details are open; 0: none. */
  pid: number;
  /** Series of the chart (`cpu/total`); empty: the drawer is closed. */
  chart: string[];
  /** Shift of the compared time in seconds; -1: the range's width, 0: none. */
  shift: number;
  panel: Panel | '';
}

export interface View extends OwnView, Texts {}

export const NO_VIEW: Readonly<OwnView> = {
  tab: 'processes',
  sort: 'auto',
  isReversed: false,
  filter: '',
  form: 'list',
  pid: 0,
  chart: [],
  ...LIVE,
  shift: 0,
  panel: '',
};

/** Highest process id on Linux (PID_MAX_LIMIT). */
const MOST_PID = 2 ** 22;

const TABS: ReadonlySet<string> = new Set(['processes', 'programs', 'containers', 'vms']);
/** Limit of a text that opens something. */
const LONGEST = 320;

/** Parses the fragment of the address; ignores invalid parts. */
export function parseView(hash: string, places: readonly Place[]): View {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const text = (name: string): string => query.get(name) ?? '';
  const number = (name: string): number => {
    const value = Number(text(name));
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  const sort = text('sort');
  const panel = text('panel');
  const texts = places.flatMap(({ text: name }) => (name ? [[name, text(name).slice(0, LONGEST)]] : []));
  return {
    tab: TABS.has(text('tab')) ? (text('tab') as Tab) : NO_VIEW.tab,
    sort: sort.replace(/^-/, '') || NO_VIEW.sort,
    isReversed: sort.startsWith('-'),
    filter: text('filter').slice(0, 1000),
    form: FORMS.find((form) => form === text('form')) ?? NO_VIEW.form,
    pid: number('pid') <= MOST_PID ? Math.floor(number('pid')) : 0,
    chart: query
      .getAll('chart')
      .filter((id) => /^\w+\/./.test(id))
      .slice(0, 12),
    ...timeIn(query),
    shift: text('shift') === 'width' ? -1 : parseAge(`-${text('shift')}`),
    panel: places.find((place) => place.panel === panel && panel !== 'switch')?.panel ?? '',
    ...(Object.fromEntries(texts) as unknown as Texts),
  };
}

/** `from=-7d`, or `from` and `to` as times. */
function timeIn(query: URLSearchParams): ChosenTime {
  const [from = '', end = ''] = [query.get('from') ?? '', query.get('to') ?? ''];
  const at = parseInstant(query.get('at') ?? '');
  const [begin, to] = [parseInstant(from), parseInstant(end)];
  if (begin > 0 && to > begin) return { range: (to - begin) / 1000, to, at };
  return { range: parseAge(from), to: 0, at };
}

/** Formats the fragment; empty for the default view. */
export function formatView(view: View): string {
  const { tab, sort, isReversed, filter, form, pid, chart, range, to, at, shift, panel, ...texts } = view;
  const query = new URLSearchParams();
  if (tab !== NO_VIEW.tab) query.set('tab', tab);
  if (sort !== NO_VIEW.sort || isReversed) query.set('sort', (isReversed ? '-' : '') + sort);
  if (filter !== '') query.set('filter', filter);
  if (form !== NO_VIEW.form) query.set('form', form);
  if (pid > 0) query.set('pid', String(pid));
  for (const id of chart) query.append('chart', id);
  if (to > 0) {
    query.set('from', new Date(to - range * 1000).toISOString());
    query.set('to', new Date(to).toISOString());
  } else if (range > 0) query.set('from', ageText(range));
  if (at > 0) query.set('at', String(at));
  if (shift !== 0) query.set('shift', shift < 0 ? 'width' : ageText(shift).slice(1));
  // The switcher is not part of a view.
  if (panel !== '' && panel !== 'switch') query.set('panel', panel);
  for (const [name, own] of Object.entries<string>(texts)) if (own !== '') query.set(name, own);
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return text === '' ? '' : `#${text}`;
}

/** Address of the same view with changes. */
export const viewAddress = (view: View, change: Partial<View>): string =>
  formatView({ ...view, ...change }) || '#';

/** Opens a panel, or closes it. */
export function flipPanel(view: View, panel: Panel): void {
  view.panel = view.panel === panel ? '' : panel;
}

/** Opens the view of this page; it follows the address, and the address follows it. */
export function openView(page: Window, places: readonly Place[]): View {
  const parse = (): View => parseView(page.location.hash, places);
  const view = reactive(parse());
  page.addEventListener('hashchange', () => Object.assign(view, parse()));
  page.addEventListener('popstate', () => Object.assign(view, parse()));
  const isOpen = (one: View): string =>
    [one.chart.length > 0, one.panel, ...places.map(({ text }) => text && one[text])].join(' ');
  let before = isOpen(view);
  watch(
    view,
    () => {
      const hash = formatView(view);
      if (hash === page.location.hash) {
        before = isOpen(view);
        return;
      }
      const address = hash === '' ? page.location.pathname + page.location.search : hash;
      // The switcher is not a view: it replaces the panel below it.
      if (isOpen(view) === before || view.panel === 'switch') page.history.replaceState(null, '', address);
      else page.history.pushState(null, '', address);
      before = isOpen(view);
    },
    { deep: true },
  );
  return view;
}
