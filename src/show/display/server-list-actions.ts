/** User actions in the list of servers, on the page and in the terminal. */
import { type Action, both } from './action.ts';
import type { Phrase } from './language.ts';

interface ServerOrder extends Action {
  readonly terminal: readonly string[];
  readonly page: readonly string[];
  /** View settings of both sides. */
  readonly order: { readonly sort: string; readonly isReversed: boolean };
}

const order = (key: string, text: Phrase, sort: string, isReversed = false): ServerOrder => ({
  group: 'Order',
  text,
  ...both(key),
  order: { sort, isReversed },
});

export const SERVER_ORDERS: readonly ServerOrder[] = [
  { ...order('w', 'worst first', 'worst'), terminal: ['w', 'a'] },
  order('n', 'by name', 'name'),
  order('1', 'order of the configuration', 'list'),
  order('2', 'by status, online first', 'status'),
  order('3', 'by status, online last', 'status', true),
];

export const SERVER_LIST_ACTIONS = {
  open: {
    group: 'Servers',
    text: 'open the server',
    hint: 'open',
    terminal: ['enter'],
    page: ['enter'],
  },
  look: {
    group: 'Servers',
    text: 'show details; fold group',
    terminal: 'the last line but one has them',
    page: ['space'],
  },
  search: {
    group: 'Servers',
    text: 'filter: words, /expression/',
    hint: 'filter',
    terminal: ['/', 'f4'],
    page: ['/'],
  },
  all: { group: 'Servers', text: 'all servers: no search, no filter', terminal: ['E'], page: ['E'] },
  add: { group: 'Servers', text: 'add a server', terminal: 'forms need the page', page: ['i'] },
  group: {
    group: 'Servers',
    text: 'group by tag, by status, not at all',
    terminal: 'the filter finds tags and statuses',
    page: ['g'],
  },
} as const satisfies Record<string, Action>;
