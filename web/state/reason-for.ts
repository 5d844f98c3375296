/** Why a value is out of its limits, from the agent's verdict on it. */
import { reasonOf, type Text } from '../../src/show/display/finding-words.ts';
import { printable } from '../../src/show/display/printable.ts';
import { servedBy } from '../../src/show/display/served-by.ts';
import type { PluginName } from '../api/types.ts';
import type { Store } from '../store/store.ts';
import type { Judged } from '../store/verdicts.ts';

/** Empty for what is well, or not judged. */
export function reasonFor(store: Store, judged: Judged, text: Text): string {
  const verdict = store.verdicts.of(judged);
  if (verdict === undefined) return '';
  const served = servedBy(store.latest(judged.plugin as PluginName).value)(verdict.item);
  return printable(reasonOf(judged.plugin, verdict, served, text));
}
