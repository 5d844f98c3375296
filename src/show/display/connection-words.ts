/** States of TCP connections in words, in the order in which they are shown. */
export const CONNECTION_STATES = [
  ['ESTABLISHED', 'established'],
  ['LISTEN', 'listening'],
  ['initiated', 'opening'],
  ['terminated', 'closing'],
] as const;
