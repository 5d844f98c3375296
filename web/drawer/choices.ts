/** Series to compare with those of a chart, the most related first. Pure. */
import { labelOf, titleOf, wordsOf } from '../../src/show/display/series-names.ts';
import type { Series } from '../../src/show/display/series.ts';
import { seriesId } from '../../src/core/series-name.ts';
import { t } from '../../src/show/display/language.ts';

export interface Choice {
  id: string;
  label: string;
}

export interface ChoiceGroup {
  name: string;
  choices: readonly Choice[];
}

/** Limit of a group. */
const MOST = 200;
/** Vital signs of every host. */
const VITAL: readonly Series[] = [
  { plugin: 'cpu', field: 'total' },
  { plugin: 'mem', field: 'percent' },
  { plugin: 'memswap', field: 'percent' },
  { plugin: 'load', field: 'min1' },
];

/**
 * @param main the chart's main series
 * @param related recorded series of the same plugin
 * @param pinned pinned series
 * @param shown ids already in the chart
 */
export function choicesFor(
  main: Series,
  related: readonly Series[],
  pinned: readonly Series[],
  shown: readonly string[],
): ChoiceGroup[] {
  const taken = new Set(shown);
  const group = (name: string, series: readonly Series[]): ChoiceGroup => {
    const choices = series
      .map((one) => ({ id: seriesId(one), label: labelOf(one) }))
      .filter(({ id }) => !taken.has(id))
      .slice(0, MOST);
    for (const { id } of choices) taken.add(id);
    return { name, choices };
  };
  const { item, field } = main;
  const title = titleOf(main.plugin);
  return [
    group(t('Pinned'), pinned),
    group(
      item === undefined ? title : `${title} ${item}`,
      related.filter((one) => one.item === item),
    ),
    group(
      t('The same of others: {words}', { words: wordsOf(field) || title }),
      related.filter((one) => one.field === field),
    ),
    group(t('Vital signs'), VITAL),
    group(t('More of {title}', { title }), related),
  ].filter(({ choices }) => choices.length > 0);
}
