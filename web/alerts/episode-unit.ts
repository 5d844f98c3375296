/** Unit of event values. Pure. */
import { LEVELS } from '../../src/show/display/levels.ts';
import { kindOf } from '../../src/show/display/kinds.ts';
import type { Subject } from '../../src/show/display/subjects.ts';
import type { Gander } from '../state/gander.ts';

type Verdicts = Pick<Gander['store']['verdicts'], 'of' | 'thresholds'>;

export interface EpisodeUnit {
  readonly compared: Subject['compared'];
  /** Multiplies event values into displayed ones. */
  readonly factor: number;
}

/** Load thresholds are per core, the page shows the host's load. With equal units, alerts show the page's number. */
export function episodeUnit({ series, compared }: Subject, verdicts: Verdicts): EpisodeUnit {
  const usual = { compared, factor: 1 };
  const verdict = series === null ? undefined : verdicts.of(series);
  if (series === null || compared === null || compared.of === '' || verdict === undefined) return usual;
  const { thresholds, unit } = verdict;
  const shown = verdicts.thresholds(series);
  const factor = LEVELS.map((level) => (shown[level] ?? 0) / (thresholds?.[level] ?? 0)).find(
    Number.isFinite,
  );
  const isSame = compared.kind === kindOf(series.plugin, series.field, unit);
  return isSame && factor !== undefined && factor > 0 ? { compared: { ...compared, of: '' }, factor } : usual;
}
