/** Keys of the terminal: the one table. */
import { chartKeys, openChartKeys } from './chart-keys.ts';
import { displayKeys } from './display-keys.ts';
import { type Actor, type Key, keysByName } from './key.ts';
import { processKeys } from './process-keys.ts';
import { screenKeys } from './screen-keys.ts';

export const KEYS: readonly Key[] = [
  ...screenKeys,
  ...processKeys,
  ...displayKeys,
  ...chartKeys,
  ...openChartKeys,
];

/** Runs what a press means; nothing where it means nothing. */
export function createKeyRunner(): (key: string, actor: Actor) => void {
  const always = keysByName([...screenKeys, ...processKeys, ...displayKeys, ...chartKeys]);
  const overChart = keysByName(openChartKeys);
  return (key, actor) => {
    const own = actor.ui.view.chart === null ? undefined : overChart.get(key);
    (own ?? always.get(key))?.run(actor);
  };
}
