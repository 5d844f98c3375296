/** Keys of the terminal: the one table. */
import { chartKeys, openChartKeys } from './chart-keys.ts';
import { controlKeys } from './common-keys.ts';
import { displayKeys } from './display-keys.ts';
import { type Actor, type Key, keysByName } from './key.ts';
import { processKeys } from './process-keys.ts';
import { closeKey, screenKeys } from './screen-keys.ts';
import type { View } from '../state/view.ts';

export const KEYS: readonly Key[] = [
  ...screenKeys,
  ...processKeys,
  ...displayKeys,
  ...chartKeys,
  ...openChartKeys,
];

const plainHints = KEYS.filter((key) => key !== closeKey && !openChartKeys.includes(key));

/** The keys that matter where the reader is, for the last line of the screen. */
export function hintedKeys({ overlay, chart }: Pick<View, 'overlay' | 'chart'>): readonly Key[] {
  if (overlay !== 'none') return [closeKey, ...controlKeys];
  return chart === null ? plainHints : [closeKey, ...openChartKeys, ...controlKeys];
}

/** Runs what a press means; nothing where it means nothing. */
export function createKeyRunner(): (key: string, actor: Actor) => void {
  const always = keysByName([...screenKeys, ...processKeys, ...displayKeys, ...chartKeys]);
  const overChart = keysByName(openChartKeys);
  return (key, actor) => {
    const own = actor.ui.view.chart === null ? undefined : overChart.get(key);
    (own ?? always.get(key))?.run(actor);
  };
}
