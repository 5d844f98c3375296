/** The key of the header's addresses. */
import type { Entry } from '../parts/entry.ts';
import { toggle } from '../parts/key.ts';

export const headerEntry: Entry = { keys: [toggle('I', 'addresses', 'ip')] };
