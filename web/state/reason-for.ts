/** Why a value is abnormal, from the agent's verdict. */
import { reasonOf, type Served, type Text } from '../../src/show/display/finding-words.ts';
import { levelOf, UNSET } from '../../src/show/display/levels.ts';
import { printable } from '../../src/show/display/printable.ts';
import { servedBy } from '../../src/show/display/served-by.ts';
import type { Store } from '../store/store.ts';
import type { Judged, ShownVerdict } from '../store/verdicts.ts';

/** Empty if normal or not judged. */
export function reasonFor(store: Store, judged: Judged, text: Text): string {
  const { plugin, field, item = null } = judged;
  const own = store.verdicts.of(judged);
  // A value judged by another value's thresholds.
  const near = own ?? store.verdicts.ofPlugin(plugin).find((one) => one.item === item && field in one.series);
  if (near === undefined) return '';
  const served = servedBy(store.latest(plugin).value)(near.item);
  return printable(reasonOf(plugin, own ?? asIfJudged(near, field, served), served, text));
}

function asIfJudged(verdict: ShownVerdict, field: string, served: Served): ShownVerdict {
  const { [field]: thresholds = UNSET } = verdict.series;
  const level = (levelOf(served[field], thresholds)?.toUpperCase() ?? 'OK') as ShownVerdict['level'];
  return { ...verdict, field, level, series: { [field]: thresholds } };
}
