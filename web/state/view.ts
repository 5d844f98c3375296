/** The view. The address contains it (after `#`), so it can be shared, and Back closes what was opened last. */
import { reactive, watch } from 'vue';
import { ageText, type ChosenTime, LIVE, parseAge, parseInstant } from '../time/window.ts';

export const FORMS = ['list', 'tree', 'groups'] as const;
/** Grouping of processes. */
export type Form = (typeof FORMS)[number];

export type Tab = 'processes' | 'programs' | 'containers' | 'vms';
export type Panel = 'help' | 'missing' | 'alerts' | 'rules' | 'switch';

export interface View extends ChosenTime {
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
  /** Explained time as in the address; empty: none. */
  why: string;
  /** Time and unit or container of shown logs; empty: none. */
  logs: string;
  /** Name of the board on show; empty: none. */
  board: string;
}

export const NO_VIEW: Readonly<View> = {
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
  why: '',
  logs: '',
  board: '',
};

/** Highest process id on Linux (PID_MAX_LIMIT). */
const MOST_PID = 2 ** 22;

const TABS: ReadonlySet<string> = new Set(['processes', 'programs', 'containers', 'vms']);
const PANELS: ReadonlySet<string> = new Set(['help', 'missing', 'alerts', 'rules']);

/** Parses the fragment of the address; ignores invalid parts. */
export function parseView(hash: string): View {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const text = (name: string): string => query.get(name) ?? '';
  const number = (name: string): number => {
    const value = Number(text(name));
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  const sort = text('sort');
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
    panel: PANELS.has(text('panel')) ? (text('panel') as Panel) : '',
    why: text('why').slice(0, 40),
    logs: text('logs').slice(0, 320),
    board: text('board').slice(0, 40),
  };
}

/** `from=-7d`, or `from` and `to` as times; older addresses have a `range` in seconds. */
function timeIn(query: URLSearchParams): ChosenTime {
  const [from = '', end = ''] = [query.get('from') ?? '', query.get('to') ?? ''];
  const at = parseInstant(query.get('at') ?? '');
  const [begin, to] = [parseInstant(from), parseInstant(end)];
  if (begin > 0 && to > begin) return { range: (to - begin) / 1000, to, at };
  const range = Number(query.get('range') ?? '');
  const seconds = parseAge(from) || (Number.isFinite(range) && range > 0 ? Math.round(range) : 0);
  return { range: seconds, to: 0, at };
}

/** Formats the fragment; empty for the default view. */
export function formatView(view: View): string {
  const query = new URLSearchParams();
  if (view.tab !== NO_VIEW.tab) query.set('tab', view.tab);
  if (view.sort !== NO_VIEW.sort || view.isReversed)
    query.set('sort', (view.isReversed ? '-' : '') + view.sort);
  if (view.filter !== '') query.set('filter', view.filter);
  if (view.form !== NO_VIEW.form) query.set('form', view.form);
  if (view.pid > 0) query.set('pid', String(view.pid));
  for (const id of view.chart) query.append('chart', id);
  if (view.to > 0) {
    query.set('from', new Date(view.to - view.range * 1000).toISOString());
    query.set('to', new Date(view.to).toISOString());
  } else if (view.range > 0) query.set('from', ageText(view.range));
  if (view.at > 0) query.set('at', String(view.at));
  if (view.shift !== 0) query.set('shift', view.shift < 0 ? 'width' : ageText(view.shift).slice(1));
  // The switcher is not part of a view.
  if (view.panel !== '' && view.panel !== 'switch') query.set('panel', view.panel);
  if (view.why !== '') query.set('why', view.why);
  if (view.logs !== '') query.set('logs', view.logs);
  if (view.board !== '') query.set('board', view.board);
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return text === '' ? '' : `#${text}`;
}

/** Address of the same view with changes. */
export const viewAddress = (view: View, change: Partial<View>): string =>
  formatView({ ...view, ...change }) || '#';

/** The view of this page; it follows the address, and the address follows it. */
export function openView(page: Window): View {
  const view = reactive(parseView(page.location.hash));
  page.addEventListener('hashchange', () => Object.assign(view, parseView(page.location.hash)));
  page.addEventListener('popstate', () => Object.assign(view, parseView(page.location.hash)));
  const isOpen = (one: View): string =>
    `${one.chart.length > 0} ${one.panel} ${one.why} ${one.logs} ${one.board}`;
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
