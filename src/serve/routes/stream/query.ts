/** The query of a stream. */
import { type Companion, COMPANIONS } from './companions.ts';
import { PROCESS_LIST } from '../../bodies/process-differences.ts';
import { badFlag, unknownPlugin } from '../../http/errors.ts';

export interface StreamQuery {
  /** Names of plugins that are on. */
  plugins: string[];
  /** The position of the process list that the client has, which is to come as differences; null: like any other plugin. */
  processes: string | null;
  /** Extras for each plugin. */
  companions: ReadonlySet<Companion>;
  /** The last event the client got; undefined: none. */
  lastEventId: string | undefined;
}

/**
 * @param query of the request, by name; a name may have come several times
 * @param enabled names of the plugins that are on
 */
export function parseStreamQuery(
  query: Readonly<Record<string, unknown>>,
  enabled: readonly string[],
): StreamQuery {
  const names = textsOf(query['plugins'])
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const processes = textsOf(query['processes'])[0] ?? null;
  // It need not be named twice; all plugins are no name.
  if (processes !== null && (names.length > 0 || !enabled.includes(PROCESS_LIST))) names.push(PROCESS_LIST);
  for (const name of names) if (!enabled.includes(name)) throw unknownPlugin(name, enabled);
  return {
    plugins: names.length === 0 ? [...enabled] : [...new Set(names)],
    processes,
    companions: new Set(
      COMPANIONS.filter((name) => textsOf(query[name]).some((text) => parseFlag(name, text))),
    ),
    lastEventId: textsOf(query['last_event_id'])[0],
  };
}

const textsOf = (value: unknown): string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string');

function parseFlag(name: string, text: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw badFlag(name, text);
}
