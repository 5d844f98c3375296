/** Polls a server over REST. Gander answers all columns in one short reply; others are requested by plugin, with views for numbers. */
import { say } from '../../core/said.ts';
import type { Peer } from '../../net/agents/ask.ts';
import { PLANNED_STOP_HEADER } from '../../net/agents/planned-stop.ts';
import { askJson } from '../../net/agents/ask-json.ts';
import { ask5, version5 } from '../../net/agents/version-5/ask.ts';
import type { Ask } from '../../net/agents/remote.ts';
import { translated } from '../../net/agents/version-5/translate.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { pollPlugins, type PluginsPoll } from './poll-plugins.ts';
import { checkedDecoration, safeText, type Answered } from '../../net/agents/values/extract.ts';
import { adopt } from '../../core/adopt.ts';
import { memberOf } from '../../core/members.ts';
import type { Json } from '../../core/served.ts';
import { either, flag, loose, mapOf, number, orNull, text } from '../../core/shape.ts';
import { namesIn } from '../../net/agents/plugin-names.ts';
import { type NotifiedAlerts, notifiedIn, ongoingIn } from './notified-alerts.ts';
import { type ServerVerdict, serverVerdictIn } from './server-verdict.ts';

type Values = Map<string, Answered>;

export interface PolledValues {
  /** By key of the column. */
  readonly values: ReadonlyMap<string, Answered>;
  /** Null where the server has no list of alerts. */
  readonly verdict: ServerVerdict | null;
  /** Null where the server was not asked for alerts now. */
  readonly notified: NotifiedAlerts | null;
}

interface RestPoll extends PluginsPoll {
  /** Whom to ask, with the time that is left. Throws `RequestError` when there is none. */
  peer(): Peer;
  /** Tells the server where to announce its stop; null: nobody takes that. */
  plannedStop: string | null;
}

const COMPACT = 'compact';
/** Longer pauses are gaps. */
const LONGEST_SPAN_S = 3600;
const NEWEST = '/api/4';
const OLDER = ['/api/3', '/api/2'];
/** Its values are translated to those of {@link NEWEST}. */
export const VERSION_5 = '/api/5';
/** After so long it may have been replaced by one that can do more. */
const DIALECT_MS = 600_000;

/** Throws `RequestError`. */
export async function pollRest(poll: RestPoll): Promise<PolledValues> {
  const { peer, memory, now } = poll;
  const headers = poll.plannedStop === null ? {} : { [PLANNED_STOP_HEADER]: poll.plannedStop };
  const ask: Ask = async (path) => askJson(peer(), path);
  if (memory.dialect === COMPACT || memory.dialect === null || memory.dialectUntil <= now) {
    const answer = await askCompact(poll, async (path) => askJson(peer(), path, headers));
    memory.dialectUntil = now + DIALECT_MS;
    if (answer !== null) {
      memory.dialect = COMPACT;
      return answer;
    }
    memory.dialect = await versionOf(poll, ask);
  }
  const isNewer = memory.dialect === VERSION_5;
  const root = isNewer ? NEWEST : memory.dialect;
  const get = isNewer ? translated(onceEach((path) => ask5(peer(), path, memory))) : ask;
  const values = await pollPlugins(poll, {
    stats: (plugin) => refusedOrNull(() => get(`${root}/${plugin}`)),
    views: (plugin) => refusedOrNull(() => get(`${root}/${plugin}/views`)),
    alive: () => get(`${root}/pluginslist`),
  });
  const notified = await foreignAlerts(poll, () => refusedOrNull(() => get(`${root}/alert`)));
  return { values, verdict: null, notified };
}

const valuesIn = adopt(
  mapOf(
    'By key of the column.',
    loose(
      {
        value: either(text(), number(), orNull(flag())),
        decoration: text(),
        span: loose({ avg: number(), min: number(), max: number() }, ['avg', 'min', 'max']),
      },
      ['value'],
    ),
  ),
);

/** Null when the server does not know of this. */
async function askCompact({ columns, memory, now }: RestPoll, ask: Ask): Promise<PolledValues | null> {
  const names = columns.map(({ plugin, field, item }) =>
    [plugin, field, ...(item === null ? [] : [item])].map(encodeURIComponent).join(':'),
  );
  const { valuesAt } = memory;
  const seconds = valuesAt === null ? 0 : Math.round((now - valuesAt) / 1000);
  // Covers the time between two polls, not only the last sample.
  const span = seconds >= 1 && seconds <= LONGEST_SPAN_S ? `&seconds=${seconds}` : '';
  const reply = await foreignOrNull(() =>
    ask(`/api/values?of=${names.join(',')}&verdict=true&notified=true${span}`),
  );
  const found = valuesIn(memberOf(reply, 'values'));
  if (found === null) return null;
  const values: Values = new Map();
  for (const { key } of columns) {
    const entry = found[key];
    if (entry === undefined) continue;
    const { value, decoration, span } = entry;
    values.set(key, {
      value: typeof value === 'string' ? safeText(value) : value,
      decoration: checkedDecoration(decoration),
      ...(span && { span }),
    });
  }
  memory.valuesAt = now;
  return {
    values,
    verdict: serverVerdictIn(memberOf(reply, 'verdict')),
    notified: notifiedIn(memberOf(reply, 'notified')),
  };
}

/** Their alerts begin with each value above a threshold, so a poll in half a minute is soon enough. */
const ALERTS_MS = 30_000;

/** Returns the alerts of an agent of another make, unless they were requested recently. */
export async function foreignAlerts(
  { memory, now }: Pick<PluginsPoll, 'memory' | 'now'>,
  ask: () => Promise<Json>,
): Promise<NotifiedAlerts | null> {
  if (memory.alertsUntil > now) return null;
  const answer = await ask();
  memory.alertsUntil = now + ALERTS_MS;
  return ongoingIn(answer);
}

/** Path of the newest version that it has. */
async function versionOf({ peer }: RestPoll, ask: Ask): Promise<string> {
  const status = await refusedOrNull(() => ask(`${NEWEST}/status`));
  if (memberOf(status, 'version') !== undefined) return NEWEST;
  if ((await foreignOrNull(() => version5(peer()))) !== null) return VERSION_5;
  for (const version of OLDER)
    if (isPluginsList(await refusedOrNull(() => ask(`${version}/pluginslist`)))) return version;
  throw new RequestError(
    'not-agent',
    say('{server} answers, but not as an agent does', { server: peer().base.host }),
  );
}

/** Values and levels are in one reply. */
function onceEach(ask: Ask): Ask {
  const known = new Map<string, Promise<Json>>();
  return (path) => {
    const reply = known.get(path) ?? ask(path);
    known.set(path, reply);
    return reply;
  };
}

const isPluginsList = (value: Json): boolean => (namesIn(value) ?? []).length > 0;

/** Null where the server has nothing of this kind. */
const refusedOrNull = (ask: () => Promise<Json>): Promise<Json> => nullFor(['absent'], ask);

/** Null where the server has something else there, such as the page of a program that answers every path with it. */
const foreignOrNull = (ask: () => Promise<Json>): Promise<Json> =>
  nullFor(['absent', 'not-agent', 'status'], ask);

async function nullFor(problems: readonly string[], ask: () => Promise<Json>): Promise<Json> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RequestError && problems.includes(error.problem)) return null;
    throw error;
  }
}
