import { expect, it } from 'vitest';
import { stateFolder } from './state-folder.ts';

it.each<[Record<string, string>, boolean, string | null]>([
  [{ STATE_DIRECTORY: '/var/lib/x', HOME: '/h' }, false, '/var/lib/x'],
  [{ STATE_DIRECTORY: '/var/lib/x:/var/lib/y' }, true, '/var/lib/x'],
  [{ STATE_DIRECTORY: 'x', XDG_STATE_HOME: '/s' }, true, '/s/gander'],
  [{ XDG_STATE_HOME: 's', HOME: '/h' }, false, '/h/.local/state/gander'],
  [{ HOME: '/root' }, true, '/var/lib/gander'],
  [{}, false, null],
  [{ HOME: '' }, false, null],
])('the state folder of %o, root: %s, is %s', (environment, isRoot, expected) => {
  expect(stateFolder(environment, isRoot)).toBe(expected);
});
