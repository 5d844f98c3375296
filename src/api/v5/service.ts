/** Shared state of all routes of version 5, made with the first of them. */
import { optional, type Resolved } from '../../core/parts/service.ts';
import { memberOf } from '../../core/members.ts';
import type { Plugin } from '../../core/plugin.ts';
import { isExtraPlugin } from '../../core/glances-names.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { shared } from '../../http/route/route.ts';
import { Closing, RunName } from '../../http/route/services.ts';
import { ServedJsonCache } from '../json-cache/json-cache.ts';
import { Processes } from '../processes/processes.ts';
import { type JsonCache5, createJsonCache5 } from './json-cache.ts';
import { entriesOf, type Entry } from './entry.ts';
import { unknownPlugin5 } from './errors.ts';
import { createSource, type TimedSource } from './source.ts';

export const USES = {
  agent: AgentParts,
  jsonCache: ServedJsonCache,
  closing: Closing,
  processes: optional(Processes),
  run: RunName,
};
export type Given = Resolved<typeof USES>;

export interface Service5 {
  readonly agent: AgentParts;
  /** All enabled plugins. */
  readonly entries: readonly Entry[];
  readonly source: TimedSource;
  readonly jsonCache: JsonCache5;
  /** Those that lists name. @param extra includes those beyond Glances */
  listed(extra: boolean): readonly Entry[];
  /** Throws 404. */
  entryNamed(name: string): Entry;
  verdictsOf(entry: Entry): readonly LevelVerdict[];
  cores(): number;
}

/** Made at the first request: most servers are never asked for version 5. */
export const service5 = shared(
  ({ jsonCache }: Given) => jsonCache,
  (given): (() => Service5) => {
    const { agent, jsonCache, closing, processes } = given;
    const source = createSource(agent, jsonCache, processes);
    let made: Service5 | null = null;
    closing.after(() => {
      source.stop();
      made?.jsonCache.stop();
    });
    return () => (made ??= create(given, source));
  },
);

function create({ agent, run }: Given, source: TimedSource): Service5 {
  const entries = entriesOf(agent.plugins);
  const jsonCache = createJsonCache5(entries, { agent, source, run });
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const published = entries.filter(isPublished);
  return {
    agent,
    entries,
    source,
    jsonCache,
    listed: (extra) => (extra ? entries : published),
    entryNamed(name) {
      const entry = byName.get(name);
      if (entry === undefined) throw unknownPlugin5(name);
      return entry;
    },
    verdictsOf: ({ plugin }) => agent.levels.judgeOf(plugin.name)(agent.store.latest(plugin.name).value),
    cores: () => coresIn(source),
  };
}

const isPublished = ({ plugin }: { plugin: Plugin }): boolean => !isExtraPlugin(plugin.name);

/** Logical ones; before the first sample, one. */
function coresIn(source: TimedSource): number {
  const log = memberOf(source.latest('core'), 'log');
  return typeof log === 'number' ? log : 1;
}
