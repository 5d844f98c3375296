/** Keys of the terminal: the one table. */
import type { ActionGroup } from '../../display/action.ts';
import { chartKeys, openChartKeys } from './chart-keys.ts';
import { controlKeys } from './common-keys.ts';
import { effectKeys } from './effect-keys.ts';
import { type Actor, type Key, keysByName, pressKey } from './key.ts';
import { processKeys } from './process-keys.ts';
import { closeKey, screenKeys } from './screen-keys.ts';
import type { View } from '../state/view.ts';
import { t } from '../../display/language.ts';

export const KEYS: readonly Key[] = [
  ...screenKeys,
  ...processKeys,
  ...effectKeys,
  ...chartKeys,
  ...openChartKeys,
];

const plainHints = KEYS.filter((key) => key !== closeKey && !openChartKeys.includes(key));

/** Returns the keys for the last line of the screen, by the place of the reader. */
export function hintedKeys({ overlay, chart }: Pick<View, 'overlay' | 'chart'>): readonly Key[] {
  if (overlay !== 'none') return [closeKey, ...controlKeys];
  return chart === null ? plainHints : [closeKey, ...openChartKeys, ...controlKeys];
}

/** Runs what a press means; nothing where it means nothing. */
export function createKeyRunner(): (key: string, actor: Actor) => void {
  const always = keysByName([...screenKeys, ...processKeys, ...effectKeys, ...chartKeys]);
  const overChart = keysByName(openChartKeys);
  return (key, actor) => {
    const { view } = actor.ui;
    const own = view.chart === null ? undefined : overChart.get(key);
    const pressed = own ?? always.get(key);
    if (pressed === undefined) return;
    const way = OF_THE_TABLE.has(pressed.group) && view.overlay === 'none' ? wayToTable(view) : null;
    if (way === null) pressKey(pressed, actor);
    else view.message = t('The table is out of sight: {way}.', { way });
  };
}

/** Keys that act on rows, and never on some that nobody sees. */
const OF_THE_TABLE: ReadonlySet<ActionGroup> = new Set(['Move', 'Processes', 'Order']);

/** Null where it is on the screen. */
function wayToTable({ chart, preferences: { hidden } }: View): string | null {
  if (chart !== null) return t('Esc closes the chart');
  return hidden.has('processlist') ? t('z shows it') : null;
}
