/** All actions of the list of servers. */
import { type Action, inOrder } from './action.ts';
import { DEEDS } from './deeds.ts';
import { SERVER_DEEDS, SERVER_ORDERS } from './server-deeds.ts';
import { TERMINAL_DEEDS } from './terminal-deeds.ts';

export const SERVER_ACTIONS: readonly Action[] = inOrder([
  ...Object.values<Action>(SERVER_DEEDS),
  ...SERVER_ORDERS,
  ...Object.values<Action>(DEEDS).filter(({ group }) => group === 'Move'),
  DEEDS.help,
  DEEDS.goAnywhere,
  DEEDS.close,
  TERMINAL_DEEDS.columnLeft,
  TERMINAL_DEEDS.columnRight,
  TERMINAL_DEEDS.quit,
  TERMINAL_DEEDS.stop,
  TERMINAL_DEEDS.redraw,
  TERMINAL_DEEDS.suspend,
]);
