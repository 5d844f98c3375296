/** Accepted for features of later versions. */
import { flag, text } from '../declare.ts';

const later = { group: 'later' } as const;
const HEAP = 'NODE_OPTIONS=--heap-prof writes a heap profile at the end.';

export const laterOptions = {
  plugin_dir: text('-P --plugins', null, 'Folder with additional plugins.', {
    ...later,
    argument: 'dir',
    instead:
      'Plugins are part of the program, and CONTRIBUTING.md says how to add one; [amp_NAME] runs programs.',
  }),
  trace_malloc: flag('--trace-malloc', 'Trace allocations.', { ...later, instead: HEAP }),
  memory_leak: flag('--memory-leak', 'Look for memory leaks.', { ...later, instead: HEAP }),
};
