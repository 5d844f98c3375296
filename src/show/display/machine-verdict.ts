/** The verdict on a host, from its list of alerts: state, counts, headline. Pure. */
import type { Alert, MachineVerdict } from '../../core/alert.ts';
import { MOST_ALERTS } from '../../core/most-alerts.ts';
import type { AlertList } from './alert-list.ts';
import { inEnglish, say, type Said, type Word } from '../../core/said.ts';
import { culpritWord } from './culprit-words.ts';
import { roughSpan, showMoment, showSpan, showTime } from './durations.ts';
import { t } from './language.ts';
import { spokenWord } from './said-words.ts';

/** Derives the verdict from a list. @param now milliseconds since the epoch */
export function machineVerdict(
  { alerts, careful, hasData }: AlertList,
  now: number,
  agent: Pick<MachineVerdict, 'notifies' | 'rules'>,
): MachineVerdict {
  const critical = alerts.filter(({ level }) => level === 'CRITICAL').length;
  const loud = alerts.filter(({ silenced }) => !silenced);
  const worst = loud.some(({ level }) => level === 'CRITICAL') ? 'CRITICAL' : 'WARNING';
  const warning = alerts.length - critical;
  const state = alerts.length > 0 ? 'alerts' : hasData ? 'ok' : 'no-data';
  const calm = state === 'no-data' ? null : careful > 0 ? 'CAREFUL' : 'OK';
  return {
    state,
    level: loud.length > 0 ? worst : calm,
    sentence: inEnglish(headlineOf(loud, alerts.length - loud.length, state, now)),
    counts: { critical, warning, careful, silenced: alerts.length - loud.length },
    alerts: alerts.slice(0, MOST_ALERTS),
    ...agent,
  };
}

export const NO_DATA = 'No data';
export const ALL_WITHIN_LIMITS = 'All within limits';

/** `CPU at 98.0 % for 4 min, mostly stress-ng, and 2 more alerts, 1 silenced`. */
function headlineOf(
  loud: readonly Alert[],
  silenced: number,
  state: MachineVerdict['state'],
  now: number,
): Said {
  const [first] = loud;
  if (first === undefined && silenced > 0)
    return say('{silenced} {silenced|alert|alerts} silenced', { silenced });
  if (first === undefined) return say(state === 'no-data' ? NO_DATA : ALL_WITHIN_LIMITS);
  const more = loud.length - 1;
  return say('{sentence}{about}{rest}{quiet}', {
    sentence: first.kind === null && first.said !== undefined ? first.said : first.sentence,
    about: aboutWord(first, now),
    rest: more === 0 ? '' : say(', and {more} more {more|alert|alerts}', { more }),
    quiet: silenced === 0 ? '' : say(', {silenced} silenced', { silenced }),
  });
}

/**
 * ` for 4 min, mostly stress-ng`. What comes and goes: ` on and off since 14:43, 5 min 34 s of 30 min`.
 * @param now milliseconds since the epoch
 */
export const aboutOf = (alert: Pick<Alert, 'since' | 'stretches' | 'culprits'>, now: number): string =>
  spokenWord(aboutWord(alert, now));

function aboutWord(alert: Pick<Alert, 'since' | 'stretches' | 'culprits'>, now: number): Word {
  const span = spanWord(alert, now);
  const who = culpritWord(alert.culprits);
  return who === null ? span : say('{span}, {who}', { span, who });
}

/** Since when, with a space before. @param now milliseconds since the epoch */
export const spanOf = (alert: Pick<Alert, 'since' | 'stretches'>, now: number): string =>
  spokenWord(spanWord(alert, now));

function spanWord({ since, stretches }: Pick<Alert, 'since' | 'stretches'>, now: number): Word {
  if (since === null) return '';
  const lasted = Math.max(now - since, 0) / 1000;
  const span = roughSpan(lasted);
  if (stretches === null || stretches.count < 2) return say(' for {span}', { span });
  const present = stretches.since === null ? 0 : Math.max(now - stretches.since, 0) / 1000;
  return say(' on and off since {since}, {above} of {span}', {
    since: now - since < DAY_MS ? showTime(since).slice(0, 5) : showMoment(since).slice(0, 16),
    above: showSpan(Math.min(stretches.seconds + present, lasted)),
    // As exact as the time above, while that tells them apart.
    span: lasted < EXACT_S ? showSpan(lasted) : span,
  });
}

const DAY_MS = 86_400_000;
const EXACT_S = 600;

/** The alerts of one plugin, represented by the worst. */
export interface AlertPart extends Alert {
  /** Number of further alerts of the plugin. */
  readonly more: number;
}

/** One part for each plugin, in the order of its worst alert. */
export function partsOf(alerts: readonly Alert[]): AlertPart[] {
  const parts = new Map<string, Alert & { more: number }>();
  for (const alert of alerts) {
    const part = parts.get(alert.plugin);
    if (part === undefined) parts.set(alert.plugin, { ...alert, more: 0 });
    else part.more += 1;
  }
  return [...parts.values()];
}

/** ` (silenced: eth0 has lost its network link)`; empty where it is notified. */
export function silenceWords({ silenced, parent }: Pick<Alert, 'silenced' | 'parent'>): string {
  if (silenced) return t(' (silenced)');
  return parent === null ? '' : t(' (silenced: {parent})', { parent });
}
