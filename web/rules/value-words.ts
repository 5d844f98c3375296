/** Texts of a judged value and its thresholds. */
import { showSpan } from '../../src/show/display/durations.ts';
import { kindOf } from '../../src/show/display/kinds.ts';
import { labelOf } from '../../src/show/display/series-names.ts';
import type { Series } from '../../src/show/display/series.ts';
import { comparedKind } from '../../src/show/display/subjects.ts';
import type { Kind } from '../../src/show/display/units.ts';
import type { ValueForm } from '../api/types.ts';
import { t } from '../../src/show/display/language.ts';

export interface ValueWords {
  /** `File system /home` */
  readonly label: string;
  /** Of its thresholds. */
  readonly kind: Kind;
  readonly seriesKind: Kind;
}

export function wordsOfValue({
  plugin,
  item,
  series_field: field,
  series_unit: own,
  unit,
}: ValueForm): ValueWords {
  return {
    label: labelOf({ plugin, field, ...(item !== null && { item }) } as Series),
    kind: comparedKind(plugin, { series: { [field]: null }, field, unit }),
    seriesKind: kindOf(plugin, field, own),
  };
}

/** `30 min`, `1 h 20 min`, `at once`. */
export const spanWords = (seconds: number): string => (seconds === 0 ? t('at once') : showSpan(seconds));
