/** Keys of the list of servers. */
import { askFilter, controlKeys, movingKeys, STAYS } from '../../show/terminal/keys/common-keys.ts';
import { bind, type Key, type ScreenActor } from '../../show/terminal/keys/key.ts';
import { sortBeside } from '../../show/terminal/state/sorting.ts';
import { serverRows } from './server-table.ts';
import { openServer, type ServersUi } from './servers-ui.ts';
import { PAGE_ACTIONS } from '../../show/display/page-actions.ts';
import { TERMINAL_ACTIONS } from '../../show/display/terminal-actions.ts';
import { SERVER_LIST_ACTIONS, SERVER_ORDERS } from '../../show/display/server-list-actions.ts';

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

export const SERVER_KEYS: readonly Key<ServersActor>[] = [
  bind(SERVER_LIST_ACTIONS.open, openSelected),
  bind(SERVER_LIST_ACTIONS.search, ({ ui }) => askFilter(ui.view)),
  bind(SERVER_LIST_ACTIONS.all, ({ ui }) => (ui.view.filter = '')),
  ...controlKeys,
  bind(PAGE_ACTIONS.close, close),
  ...movingKeys,
  ...SERVER_ORDERS.map((one) =>
    bind<ServersActor>(one, ({ ui: { view } }) => void Object.assign(view, one.order)),
  ),
  bind(TERMINAL_ACTIONS.columnLeft, ({ ui }) => sortSideways(ui, -1)),
  bind(TERMINAL_ACTIONS.columnRight, ({ ui }) => sortSideways(ui, 1)),
];
