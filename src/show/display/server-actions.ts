/** All actions of the list of servers. */
import { type Action, inOrder } from './action.ts';
import { PAGE_ACTIONS } from './page-actions.ts';
import { SERVER_LIST_ACTIONS, SERVER_ORDERS } from './server-list-actions.ts';
import { TERMINAL_ACTIONS } from './terminal-actions.ts';

export const SERVER_ACTIONS: readonly Action[] = inOrder([
  ...Object.values<Action>(SERVER_LIST_ACTIONS),
  ...SERVER_ORDERS,
  ...Object.values<Action>(PAGE_ACTIONS).filter(({ group }) => group === 'Move'),
  PAGE_ACTIONS.help,
  PAGE_ACTIONS.goAnywhere,
  PAGE_ACTIONS.close,
  TERMINAL_ACTIONS.columnLeft,
  TERMINAL_ACTIONS.columnRight,
  TERMINAL_ACTIONS.quit,
  TERMINAL_ACTIONS.stop,
  TERMINAL_ACTIONS.redraw,
  TERMINAL_ACTIONS.suspend,
]);
