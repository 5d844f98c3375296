/** Keys of the list of servers. */
import { askFilter, controlKeys, movingKeys, STAYS } from '../../show/terminal/keys/common-keys.ts';
import { bind, type Key, type ScreenActor } from '../../show/terminal/keys/key.ts';
import { sortBeside } from '../../show/terminal/state/sorting.ts';
import { serverRows } from './server-table.ts';
import { openServer, type ServersUi } from './servers-ui.ts';
import { DEEDS } from '../../show/display/deeds.ts';
import { TERMINAL_DEEDS } from '../../show/display/terminal-deeds.ts';
import { SERVER_DEEDS, SERVER_ORDERS } from '../../show/display/server-deeds.ts';

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
  bind(SERVER_DEEDS.open, openSelected),
  bind(SERVER_DEEDS.search, ({ ui }) => askFilter(ui.view)),
  bind(SERVER_DEEDS.all, ({ ui }) => (ui.view.filter = '')),
  ...controlKeys,
  bind(DEEDS.close, close),
  ...movingKeys,
  ...SERVER_ORDERS.map((one) =>
    bind<ServersActor>(one, ({ ui: { view } }) => void Object.assign(view, one.order)),
  ),
  bind(TERMINAL_DEEDS.columnLeft, ({ ui }) => sortSideways(ui, -1)),
  bind(TERMINAL_DEEDS.columnRight, ({ ui }) => sortSideways(ui, 1)),
];
