/** Why a value is abnormal, from the agent's verdict. */
import { findingReason, type Text } from '../../src/show/display/finding-words.ts';
import { printable } from '../../src/show/display/printable.ts';
import { servedBy } from '../../src/show/display/served-by.ts';
import type { Store } from '../store/store.ts';
import type { Judged } from '../store/verdicts.ts';

/** Empty if normal or not judged. */
export function judgedReason(store: Store, judged: Judged, text: Text): string {
  const verdict = store.verdicts.of(judged);
  if (verdict === undefined) return '';
  const { plugin } = judged;
  return printable(findingReason(plugin, verdict, servedBy(store.latest(plugin).value)(verdict.item), text));
}
