/** Goes anywhere by a part of its name. Its key, Ctrl-K, is that of both pages. */
import type { Entry } from '../parts/entry.ts';

export const switchEntry: Entry = { panel: 'switch', deferred: (all) => all.HostSwitcher };
