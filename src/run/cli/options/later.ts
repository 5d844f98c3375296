/** Accepted for features of later versions. */
import { flag, text } from '../declare.ts';

const later = { group: 'later' } as const;
const HEAP = 'NODE_OPTIONS=--heap-prof writes a heap profile at the end.';
const REST = 'Programs read the REST API, which gander --api-doc describes.';

export const laterOptions = {
  plugin_dir: text('-P --plugins', null, 'Folder with additional plugins.', {
    ...later,
    argument: 'dir',
    instead:
      'Plugins are part of the program, and CONTRIBUTING.md says how to add one; [amp_NAME] runs programs.',
  }),
  enable_mcp: flag('--enable-mcp', 'Serve the Model Context Protocol.', { ...later, instead: REST }),
  mcp_path: text('--mcp-path', null, 'Path of the Model Context Protocol.', {
    ...later,
    argument: 'path',
    instead: REST,
  }),
  trace_malloc: flag('--trace-malloc', 'Trace allocations.', { ...later, instead: HEAP }),
  memory_leak: flag('--memory-leak', 'Look for memory leaks.', { ...later, instead: HEAP }),
};
