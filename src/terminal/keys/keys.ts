/** Keys of the terminal: the one table. */
import { chartKeys, openChartKeys } from './chart-keys.ts';
import { displayKeys } from './display-keys.ts';
import type { Actor, Key } from './key.ts';
import { processKeys } from './process-keys.ts';
import { screenKeys } from './screen-keys.ts';

export const KEYS: readonly Key[] = [
  ...screenKeys,
  ...processKeys,
  ...displayKeys,
  ...chartKeys,
  ...openChartKeys,
];

const byName = (keys: readonly Key[]): ReadonlyMap<string, Key> =>
  new Map(keys.flatMap((one) => one.keys.map((key) => [key, one] as const)));

/** Runs what a press means; nothing where it means nothing. */
export function createKeyRunner(): (key: string, actor: Actor) => void {
  const always = byName([...screenKeys, ...processKeys, ...displayKeys, ...chartKeys]);
  const overChart = byName(openChartKeys);
  return (key, actor) => {
    const own = actor.ui.view.chart === null ? undefined : overChart.get(key);
    (own ?? always.get(key))?.run(actor);
  };
}
