/** Times to choose from. */
export const SPANS = [
  { seconds: 3600, name: '1 hour' },
  { seconds: 86_400, name: '24 hours' },
  { seconds: 7 * 86_400, name: '7 days' },
  { seconds: 30 * 86_400, name: '30 days' },
  { seconds: 365 * 86_400, name: '1 year' },
] as const;
