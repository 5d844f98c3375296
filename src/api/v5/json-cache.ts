/** Caches bodies of version 5 until the next snapshots. */
import type { MaybePromise } from '../../core/plugin.ts';
import { Slice } from '../../core/slice.ts';
import { whenMade } from '../../core/when-made.ts';
import { Body } from '../../http/body/body.ts';
import { keep, type MadeOnce } from '../json-cache/made-once.ts';
import { render } from '../../http/body/render.ts';
import type { AgentParts } from '../../http/route/agent-parts.ts';
import type { Entry } from './entry.ts';
import { envelopePieces } from './shape.ts';
import type { TimedSource } from './source.ts';

export interface JsonCache5 {
  of(entry: Entry): MaybePromise<Body>;
  /** `{name: …}` of these plugins; those without a sample or without values are missing. @param key names the choice */
  all(entries: readonly Entry[], key: string): MaybePromise<Body>;
  stop(): void;
}

interface Inputs {
  readonly agent: AgentParts;
  readonly source: TimedSource;
  readonly run: string;
}

/** Nothing is known. */
const EMPTY = new Set(['null', '{}']);

export function createJsonCache5(entries: readonly Entry[], { agent, source, run }: Inputs): JsonCache5 {
  const kept: MadeOnce<Body> = new Map();
  const assembled: MadeOnce<Body> = new Map();
  /** Has no version, since a first read may end without a snapshot. */
  const unread = new Body(Buffer.from('null'), null);
  const forget = agent.store.subscribe(({ plugin }) => {
    for (const { name, sources } of entries) if (sources.includes(plugin)) kept.delete(name);
    assembled.clear();
  });
  const forgetLevels = agent.levels.subscribe(() => {
    kept.clear();
    assembled.clear();
  });

  const numberOf = ({ sources }: Entry): number =>
    sources.reduce((sum, name) => sum + sequenceOf(agent, name), agent.levels.edition);
  const make = (entry: Entry): MaybePromise<Body> => {
    const { name } = entry.plugin;
    const judged = {
      verdicts: agent.levels.judgeOf(name)(agent.store.latest(name).value),
      seconds: source.secondsOf(name),
    };
    const version = `${run}.5.${entry.name}.${numberOf(entry)}`;
    return whenMade(render(envelopePieces(entry, source, judged)), (bytes) => new Body(bytes, version));
  };
  const get = (entry: Entry): MaybePromise<Body> =>
    agent.sampler.isUnread(entry.plugin.name) ? unread : keep(kept, entry.name, () => make(entry));

  const assemble = async (chosen: readonly Entry[], key: string): Promise<Body> => {
    const slice = new Slice();
    const version = `${run}.5.${key}.${chosen.reduce((sum, entry) => sum + numberOf(entry), 0)}`;
    const chunks: Buffer[] = [];
    for (const entry of chosen) {
      if (slice.isOver) await slice.next();
      const { bytes } = await get(entry);
      if (bytes.length < 5 && EMPTY.has(bytes.toString())) continue;
      chunks.push(Buffer.from(`${chunks.length === 0 ? '{' : ','}"${entry.name}":`), bytes);
    }
    chunks.push(Buffer.from(chunks.length === 0 ? '{}' : '}'));
    return new Body(Buffer.concat(chunks), version);
  };

  return {
    of: (entry) => get(entry),
    all: (chosen, key) => keep(assembled, key, () => assemble(chosen, key)),
    stop() {
      forget();
      forgetLevels();
    },
  };
}

const sequenceOf = ({ store }: AgentParts, name: string): number => store.latest(name).sequence;
