import { matching } from './promql.ts';
import type { StoredItem } from './stored-field.ts';

/** Items identified by a label. */
export const itemLabel = (label: string): StoredItem => ({
  of: (labels) => labels[label] ?? null,
  matchers: (identity) => [matching(label, identity)],
});
