/** Alerts in words: subject and sentence. Pure. */
import type { PluginValue, Served } from '../../core/served.ts';
import type { Alert } from '../../core/alert.ts';
import type { EventFinding } from '../../core/event.ts';
import { kindTitle } from '../../core/kind-titles.ts';
import { inEnglish, type Said, say, withoutStop, type Word, wordInEnglish } from '../../core/said.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import { type Amount, findingWords } from './finding-words.ts';
import { levelOfVerdict } from './levels.ts';
import { printable } from './printable.ts';
import { servedBy } from './served-by.ts';
import { localSentence, spokenWord } from './said-words.ts';
import { labelOfEvent } from './subjects.ts';
import { decidingVerdict, type VerdictSource } from './verdicts.ts';
import { localName, type Phrase } from './language.ts';

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
  amount: Amount,
): Pick<Alert, 'subject' | 'sentence' | 'said'> {
  if (finding !== null)
    return {
      subject: printable(finding.label ?? item ?? kindTitle(finding.kind) ?? finding.kind),
      sentence: printable(withoutStop(finding.sentence)),
      ...(finding.said && { said: finding.said }),
    };
  if (verdict !== null) {
    const [subject, said] = findingWords(plugin, verdict, served, amount);
    return inBoth(subject, said);
  }
  const label = printable(labelOfEvent({ type }));
  const known = SENTENCES[type];
  const said = known === undefined ? say('{label} raised an alert', { label }) : say(known);
  return inBoth(known === undefined ? label : said, said);
}

const inBoth = (subject: Word, said: Said): Pick<Alert, 'subject' | 'sentence' | 'said'> => ({
  subject: printable(wordInEnglish(subject)),
  sentence: printable(inEnglish(said)),
  said,
});

type Told = Pick<Alert, 'sentence' | 'said' | 'parent' | 'parent_said'>;

/** An alert of an agent in the language of the reader. */
export const localAlert = <T extends Told>(alert: T): T => ({
  ...alert,
  sentence: withoutStop(localSentence(alert.sentence, alert.said)),
  parent: alert.parent && withoutStop(localSentence(alert.parent, alert.parent_said)),
});

/** An alert in the language of the reader, with its current value in other units, if available. */
export function reworded(
  alert: Alert,
  {
    verdicts,
    latest,
    text,
  }: { verdicts: VerdictSource; latest: (plugin: string) => PluginValue; text: Amount },
): Alert {
  // Sentences of alert kinds are the agent's.
  if (alert.kind !== null) return localAlert({ ...alert, subject: localName(alert.subject) });
  const verdict = decidingVerdict(verdicts.ofPlugin(alert.plugin), alert.type, alert.item);
  if (verdict === undefined || levelOfVerdict(verdict) === null) return localAlert(alert);
  const [subject, said] = findingWords(
    alert.plugin,
    verdict,
    servedBy(latest(alert.plugin))(alert.item),
    text,
  );
  return localAlert({
    ...alert,
    subject: printable(spokenWord(subject)),
    sentence: printable(inEnglish(said)),
    said,
  });
}
