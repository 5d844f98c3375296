/** Alerts in words: subject and sentence. Pure. */
import type { PluginValue } from '../../core/served.ts';
import type { Alert } from '../../core/alert.ts';
import type { EventFinding } from '../../core/event.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import { findingWords, type Served, type Text } from './finding-words.ts';
import { levelOfVerdict } from './levels.ts';
import { printable } from './printable.ts';
import { servedBy } from './served-by.ts';
import { kindLabel, labelOfEvent } from './subjects.ts';
import { decidingVerdict, type VerdictSource } from './verdicts.ts';
import { type Phrase, t } from './language.ts';

/** Events without a plugin value. */
const SENTENCES: Readonly<Record<string, Phrase>> = {
  ARCHIVE: 'The history is not written to disk',
  ARCHIVE_FLEET: 'The history of the fleet is not written to disk',
};

/** Known facts of an alert: the finding of its kind, else a verdict, else only an event. */
export interface Worded {
  readonly plugin: string;
  readonly item: string | null;
  readonly type: string;
  readonly verdict: ShownVerdict | null;
  readonly served: Served;
  readonly finding: EventFinding | null;
}

/** `/home` and `/home is 97 % full`. */
export function alertWords(
  { plugin, item, type, verdict, served, finding }: Worded,
  text: Text,
): [subject: string, sentence: string] {
  if (finding !== null) {
    const subject = printable(finding.label ?? item ?? kindLabel(finding.kind, null));
    return [subject, printable(finding.sentence.replace(/\.$/, ''))];
  }
  if (verdict !== null) {
    const [subject, sentence] = findingWords(plugin, verdict, served, text);
    return [printable(subject), printable(sentence)];
  }
  const label = printable(labelOfEvent({ type }));
  const known = SENTENCES[type];
  return known === undefined ? [label, t('{label} raised an alert', { label })] : [t(known), t(known)];
}

/** An alert with its current value in other units, if available. */
export function reworded(
  alert: Alert,
  {
    verdicts,
    latest,
    text,
  }: { verdicts: VerdictSource; latest: (plugin: string) => PluginValue; text: Text },
): Alert {
  // Sentences of alert kinds are the agent's.
  if (alert.kind !== null) return alert;
  const verdict = decidingVerdict(verdicts.ofPlugin(alert.plugin), alert.type, alert.item);
  if (verdict === undefined || levelOfVerdict(verdict) === null) return alert;
  const [subject, sentence] = findingWords(
    alert.plugin,
    verdict,
    servedBy(latest(alert.plugin))(alert.item),
    text,
  );
  return { ...alert, subject: printable(subject), sentence: printable(sentence) };
}
