/** Keys of the list of servers. */
import {
  askFilter,
  controlKeys,
  movingKeys,
  screenKey,
  STAYS,
} from '../../show/terminal/keys/common-keys.ts';
import type { Key, ScreenActor } from '../../show/terminal/keys/key.ts';
import { sortBeside, sortBy } from '../../show/terminal/state/sorting.ts';
import { serverRows } from './server-table.ts';
import { openServer, type ServersUi } from './servers-ui.ts';
import { type Phrase } from '../../show/display/language.ts';

export interface ServersActor extends ScreenActor {
  readonly ui: ServersUi;
}

function openSelected({ ui }: ServersActor): void {
  const server = serverRows(ui).shown.rows[ui.view.selected];
  if (server !== undefined) openServer(ui, server);
}

function sortSideways(ui: ServersUi, by: 1 | -1): void {
  const { table, shown } = serverRows(ui);
  const keys = table.columns.map(({ key }) => key);
  sortBeside(ui.view, keys, shown.sort, by);
}

function close({ ui: { view } }: ScreenActor): void {
  if (view.overlay !== 'none') view.overlay = 'none';
  else if (view.filter !== '') view.filter = '';
  else view.message = STAYS;
}

const sort = (keys: readonly string[], text: Phrase, run: (ui: ServersUi) => void): Key<ServersActor> => ({
  keys,
  group: 'Sort by',
  text,
  run: ({ ui }) => run(ui),
});

export const SERVER_KEYS: readonly Key<ServersActor>[] = [
  {
    keys: ['enter'],
    group: 'Servers',
    text: 'open the server; q comes back',
    hint: 'open',
    run: openSelected,
  },
  {
    keys: ['/', 'f4'],
    group: 'Servers',
    text: 'filter: words, /expression/',
    hint: 'filter',
    run: ({ ui }) => askFilter(ui.view),
  },
  { keys: ['E'], group: 'Servers', text: 'no filter', run: ({ ui }) => (ui.view.filter = '') },
  ...controlKeys,
  screenKey(['escape'], 'close what is open', close),
  ...movingKeys,
  sort(['a'], 'the worst first', ({ view }) => sortBy(view, null)),
  sort(['left', 'shift-left', '<'], 'column to the left', (ui) => sortSideways(ui, -1)),
  sort(['right', 'shift-right', '>'], 'column to the right', (ui) => sortSideways(ui, 1)),
];
