/** Keys of the vital signs. */
import type { Entry } from '../parts/entry.ts';
import { toggle } from '../parts/key.ts';

export const vitalEntry: Entry = {
  keys: [
    toggle('3', 'map of the cores', 'quicklook'),
    toggle('5', 'vital signs', 'quicklook', 'cpu', 'mem', 'memswap', 'load', 'gpu', 'npu'),
  ],
};
