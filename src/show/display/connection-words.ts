/** States of TCP connections in words, in the order in which they are shown. */
import type { Phrase } from './language.ts';

export const CONNECTION_STATES = [
  ['ESTABLISHED', 'established'],
  ['LISTEN', 'listening'],
  ['initiated', 'opening'],
  ['terminated', 'closing'],
] as const satisfies readonly (readonly [string, Phrase])[];
