/** Objects of a process as arrays, in a fixed order. */
import type { Served } from '../../../core/served.ts';
import type { Shape } from '../shape.ts';

/** Order of the members in the array. */
const ORDERS: readonly (readonly [member: string, order: readonly string[]])[] = [
  ['cpu_times', ['user', 'system', 'children_user', 'children_system', 'iowait']],
  ['memory_info', ['rss', 'vms', 'shared', 'text', 'lib', 'data', 'dirty']],
  ['gids', ['real', 'effective', 'saved']],
  // Of the selected process.
  ['ionice', ['ioclass', 'value']],
  ['num_ctx_switches', ['voluntary', 'involuntary']],
];

/** A process; unknown values stay null. */
export function processEntry(item: Served): Served {
  const shown = { ...item };
  for (const [member, order] of ORDERS) {
    const value = shown[member];
    if (typeof value === 'object' && value !== null)
      shown[member] = order.map((name) => (value as Served)[name] ?? 0);
  }
  return shown;
}

export const processlist: Shape = { entry: processEntry };
