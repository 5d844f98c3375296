/** Paths of versions 3 and 2 that start with a fixed word instead of a plugin's name. */
import type { Served, ServedMember } from '../../core/served.ts';
import type { MaybePromise } from '../../core/plugin.ts';
import { type AgentParts, whenSampled } from '../../http/route/agent-parts.ts';
import { notFound, unknownArgument, unknownConfigSection } from '../../http/server/errors.ts';
import type { ShownSettings } from '../../http/route/services.ts';
import type { LegacyJsonCache } from './json-cache.ts';
import { jsonBody, LegacyBody } from './body.ts';
import type { LegacyPlugin, Version } from './dialect.ts';
import { legacyLimits } from './limits.ts';

interface WordsSetup {
  version: Version;
  agent: AgentParts;
  /** The enabled plugins of the version. */
  served: readonly LegacyPlugin[];
  jsonCache: LegacyJsonCache;
  settings: ShownSettings;
}

/** Null if the path does not start with such a word. */
export type Words = (name: string, rest: readonly string[]) => MaybePromise<LegacyBody> | null;

type Answer = (part: string | undefined) => MaybePromise<LegacyBody>;

export function createWords(setup: WordsSetup): Words {
  const { version, served, settings } = setup;
  const answers = new Map<string, Answer>([
    ['all', everything(setup)],
    ['pluginslist', alone(() => jsonBody(served.map(({ name }) => name)))],
    ['config', (section) => jsonBody(memberOf(olderConfig(settings), section, unknownConfigSection))],
    ['args', (name) => jsonBody(memberOf(olderArgs(settings), name, unknownArgument))],
  ]);
  if (version === 3) answers.set('status', alone(status));
  return (name, rest) => {
    const answer = answers.get(name);
    if (answer === undefined) return null;
    if (rest.length > 1) throw notFound();
    return answer(rest[0]);
  };
}

/** Adds values about containers under their older name. */
function olderConfig({ config }: ShownSettings): Readonly<Served> {
  const { containers, ...others } = config();
  return containers === undefined ? others : { ...others, containers, docker: containers };
}

function olderArgs({ args }: ShownSettings): Readonly<Served> {
  const values = args();
  const isOff = values['disable_containers'];
  return isOff === undefined ? values : { ...values, disable_docker: isOff };
}

const status = (): LegacyBody => new LegacyBody(Buffer.from('Active'), 'text/html; charset=utf-8');

const alone =
  (make: () => LegacyBody): Answer =>
  (part) => {
    if (part !== undefined) throw notFound();
    return make();
  };

function everything({ agent, served, jsonCache }: WordsSetup): Answer {
  const names = agent.plugins.map(({ name }) => name);
  const limits = () =>
    Object.fromEntries(
      served.map((entry) => [entry.name, legacyLimits(entry, agent.levels.limitsOf(entry.plugin.name))]),
    );
  return (part) => {
    if (part === undefined) return whenSampled(agent, names, () => jsonCache.all('stats'));
    if (part === 'views') return whenSampled(agent, names, () => jsonCache.all('views'));
    if (part === 'limits') return jsonBody(limits());
    throw notFound();
  };
}

/** All members, or the requested one. */
function memberOf(
  members: Readonly<Served>,
  name: string | undefined,
  unknown: (name: string) => Error,
): ServedMember {
  if (name === undefined) return members;
  if (!Object.hasOwn(members, name)) throw unknown(name);
  return members[name];
}
