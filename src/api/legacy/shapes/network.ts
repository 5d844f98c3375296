/** `rx`, `tx` and `cx` are bytes since the previous sample, not rates: clients divide them by `time_since_update`. */
import { members, type Shape } from '../shape.ts';

const traffic = [
  'time_since_update',
  ['bytes_recv_gauge', 'cumulative_rx'],
  ['bytes_recv', 'rx'],
  ['bytes_sent_gauge', 'cumulative_tx'],
  ['bytes_sent', 'tx'],
  ['bytes_all_gauge', 'cumulative_cx'],
  ['bytes_all', 'cx'],
  'is_up',
  'speed',
  'key',
] satisfies Parameters<typeof members>;

export const network: Shape = { members: members('interface_name', 'alias', ...traffic) };

/** Version 2 had no labels. */
export const networkOf2: Shape = { members: members('interface_name', ...traffic) };
