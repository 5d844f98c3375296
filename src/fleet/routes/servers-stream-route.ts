/** `/api/servers/stream`: changes of servers, once a second, as server-sent events. */
import { text } from '../../core/shape.ts';
import { endOfAccess } from '../../http/server/access.ts';
import { LAST_EVENT_ID } from '../../http/openapi/parameters.ts';
import { FLEET } from '../../http/openapi/tags.ts';
import { choiceQuery, documentQuery, readQuery, textQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import { beginStream } from '../../api/stream/begin.ts';
import { eventFrame, HEARTBEAT, helloFrame } from '../../api/stream/frames.ts';
import type { StreamSink } from '../../api/stream/sink.ts';
import { lastEventIdOf } from '../../api/stream/last-event-id.ts';
import { createConnections, HEARTBEAT_SECONDS } from '../../api/stream/connections.ts';
import { createChanges, type RowChanges } from './changes.ts';
import { HUB } from './hub-uses.ts';
import { parseChangeId, changeIdOf } from './change-id.ts';

/** Milliseconds in which changes are gathered. */
const GATHER_MS = 1000;

const EXAMPLE = `event: servers
id: 5f3c9a1e.43
data: {"servers":[],"removed":["db2:61208"],"counts":{"ONLINE":1,"SNMP":0,"PROTECTED":0,"OFFLINE":0,"UNKNOWN":0},"total":1,"tags":["db"]}

`;

const QUERY = {
  last_event_id: textQuery('The value of `Last-Event-ID`, or `position` of the list.'),
  rows: choiceQuery(
    'With `changes`, rows of which only age and values are new come in `changes`: `id`, `age`, and new values as ' +
      '`[value, level, decoration]`; numbers are to be appended to `recent`.',
    ['changes'],
  ),
};

export const serversStreamRoute = defineRoute({
  path: '/api/servers/stream',
  access: 'viewer',
  uses: HUB,
  isBound: true,
  id: 'getServersStream',
  tag: FLEET,
  summary: 'Stream of changes, once a second',
  description:
    'Server-sent events, beginning with `hello`. `servers` has new and changed rows, and the ids of servers that are gone, ' +
    'to be removed before the rows are applied. `id` is a position from which a reopened stream continues; without one, it ' +
    'begins with all servers. `end` gives the reason why the stream ends.',
  parameters: [...documentQuery(QUERY), LAST_EVENT_ID],
  type: 'text/event-stream',
  answer: text(),
  says: 'The events.',
  example: EXAMPLE,
  refusals: { '503': 'NoRoom' },
  handler({ access: { authenticator }, closing, fleet, run, streams, version }) {
    const connections = createConnections(streams, GATHER_MS);
    const changes = createChanges(fleet, run);
    const stops = [fleet.subscribe(connections.announce), authenticator?.onChange(connections.check)];
    closing.before(() => {
      for (const stop of stops) stop?.();
      connections.stop();
    });

    return (request, reply) => {
      const query = readQuery(QUERY, request.query, 0);
      const latest = fleet.serial();
      const position = parseChangeId(lastEventIdOf(request, query), run, latest);
      connections.requireRoom(request.ip);
      const begun = beginStream(request, reply);
      if (begun === null) return;
      const { response, sink } = begun;
      // A client without a position gets everything.
      const reader = createServersReader(sink, changes, position ?? 0, query.rows === 'changes');
      const refusal = endOfAccess(authenticator, request);
      const remove = connections.add({ reader, address: request.ip, refusal });
      const release = fleet.keepActive();
      response.on('close', () => {
        remove();
        release();
      });
      const greeting = { run, version, heartbeat: HEARTBEAT_SECONDS, refresh: fleet.refresh };
      const hello = helloFrame({ ...greeting, position: changeIdOf(run, position ?? 0) });
      sink.together(() => sink.write(hello));
      reader.pump();
    };
  },
});

/** Keeps no queue: pending are the changes since its last frame. */
function createServersReader(sink: StreamSink, changes: RowChanges, from: number, wantsChanges: boolean) {
  let serial = from;
  /** The client has every row up to here; earlier ones may be lost or repeated. */
  let had = 0;
  const end = (detail: string): void => {
    if (sink.isOpen()) sink.end(eventFrame('end', { detail }));
  };
  const pump = (): void => {
    if (!sink.isReady()) return;
    const change = changes.after(serial, wantsChanges ? had : null);
    if (change === null) return;
    if (change === 'lost') return end('Too much has changed since then: ask for the list again');
    serial = change.serial;
    if (change.isLast) had = serial;
    sink.together(() => sink.write(change.frame));
    // Yields between frames.
    setImmediate(pump);
  };
  sink.onReady(pump);
  return { pump, end, beat: () => void (sink.isReady() && sink.together(() => sink.write(HEARTBEAT))) };
}
