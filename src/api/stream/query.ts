/** The query of a stream. */
import { PROCESS_LIST } from '../json-cache/process-differences.ts';
import { unknownPlugin } from '../../http/server/errors.ts';
import { flagQuery, listQuery, type QueryValues, textQuery } from '../../http/route/query.ts';
import { type Companion, COMPANIONS } from './companions.ts';

export const STREAM_QUERY = {
  plugins: listQuery('The plugins to follow; all enabled ones unless given.', { isCommaSeparated: true }),
  views: flagQuery(
    'Also send events `{plugin}/views`: views that are `hidden` or whose `decoration` is CAREFUL or worse, reduced to ' +
      'these two members, ahead of the sample with which they changed.',
  ),
  levels: flagQuery(
    'Also send events `{plugin}/levels`: the verdicts of `/api/levels` whose level is CAREFUL or worse, ahead of the ' +
      'sample with which they changed.',
  ),
  events: flagQuery(
    'Also send events `alert/events`: the events of `/api/events`, ahead of the sample of `alert` with which they changed.',
  ),
  processes: textQuery(
    'Send the process list as events `processes` in place of `processlist`: the answers of `/api/processes` since this ' +
      '`position`, and then since the last event; empty: all processes at first. They have no views or levels.',
  ),
  verdict: flagQuery(
    'Also send events `verdict`: the answer of `/api/verdict`, at first and then when an alert begins or ends, or its level, ' +
      'begin, culprits or silence change; at most once a second.',
  ),
  last_event_id: textQuery('The value of `Last-Event-ID`, for clients that cannot send the header.'),
};

interface StreamQuery extends Pick<
  QueryValues<typeof STREAM_QUERY>,
  'last_event_id' | 'processes' | 'verdict'
> {
  /** Names of enabled plugins. */
  plugins: string[];
  /** Extras for each plugin. */
  companions: ReadonlySet<Companion>;
}

/** Throws an `ApiError`. @param enabled names of the enabled plugins */
export function parseStreamQuery(
  query: QueryValues<typeof STREAM_QUERY>,
  enabled: readonly string[],
): StreamQuery {
  const { processes, verdict, last_event_id } = query;
  const names = [...query.plugins];
  // Names need not be repeated; "all plugins" is no name.
  if (processes !== null && (names.length > 0 || !enabled.includes(PROCESS_LIST))) names.push(PROCESS_LIST);
  for (const name of names) if (!enabled.includes(name)) throw unknownPlugin(name, enabled);
  return {
    plugins: names.length === 0 ? [...enabled] : [...new Set(names)],
    processes,
    companions: new Set(COMPANIONS.filter((name) => query[name])),
    verdict,
    last_event_id,
  };
}
