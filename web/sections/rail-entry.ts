/** The key of the rail. */
import type { Entry } from '../parts/entry.ts';
import { toggle } from '../parts/key.ts';

export const railEntry: Entry = { keys: [toggle('2', 'left column', 'rail')] };
