/** `/api/servers/stream`: what changes among the servers, once a second, as server-sent events. */
import type { FastifyInstance } from 'fastify';
import { refusalOf } from '../../http/access.ts';
import { beginStream } from '../stream/begin.ts';
import { eventFrame, HEARTBEAT, helloFrame } from '../stream/frames.ts';
import type { Sink } from '../stream/sink.ts';
import { createConnections, HEARTBEAT_SECONDS } from '../stream/connections.ts';
import { type Changes, createChanges } from './changes.ts';
import type { FleetContext } from './fleet-context.ts';
import { parseServersPosition, positionOf } from './position.ts';

/** Milliseconds in which changes are gathered. */
const GATHER_MS = 1000;

export function serversStreamRoute(api: FastifyInstance, context: FleetContext): void {
  const { base, fleet, run, version, authenticator } = context;
  const connections = createConnections(context.streams, GATHER_MS);
  const changes = createChanges(fleet, run);
  const stopWatching = fleet.subscribe(connections.announce);
  api.addHook('preClose', async () => {
    stopWatching();
    connections.stop();
  });

  api.get(`${base}/api/servers/stream`, (request, reply) => {
    const { last_event_id: inQuery, rows } = request.query as { last_event_id?: unknown; rows?: unknown };
    const given = request.headers['last-event-id'] ?? inQuery;
    const latest = fleet.serial();
    const position = parseServersPosition(typeof given === 'string' ? given : undefined, run, latest);
    connections.requireRoom(request.ip);
    const begun = beginStream(request, reply);
    if (begun === null) return;
    const { response, sink } = begun;
    // A client without a position gets everything.
    const reader = createServersReader(sink, changes, position ?? 0, rows === 'changes');
    const refusal = () => (authenticator === null ? null : refusalOf(authenticator, request));
    const remove = connections.add({ reader, address: request.ip, refusal });
    const release = fleet.hold();
    response.on('close', () => {
      remove();
      release();
    });
    const greeting = { run, version, heartbeat: HEARTBEAT_SECONDS, refresh: fleet.refresh };
    const hello = helloFrame({ ...greeting, position: positionOf(run, position ?? 0) });
    sink.together(() => sink.write(hello));
    reader.pump();
  });
}

/** Keeps no queue: what it has still to send is what has changed since its last frame. */
function createServersReader(sink: Sink, changes: Changes, from: number, wantsChanges: boolean) {
  let serial = from;
  /** Up to here the client has every row: what it had before, it may have lost or got twice. */
  let had = 0;
  const end = (detail: string): void => {
    if (sink.isOpen()) sink.end(eventFrame('end', { detail }));
  };
  const pump = (): void => {
    if (!sink.isReady()) return;
    const change = changes.after(serial, wantsChanges ? had : null);
    if (change === null) return;
    if (change === 'lost') return end('Too much has changed meanwhile: ask for the list again');
    serial = change.serial;
    if (change.isLast) had = serial;
    sink.together(() => sink.write(change.frame));
    // Others have their turn between two frames.
    setImmediate(pump);
  };
  sink.onReady(pump);
  return { pump, end, beat: () => void (sink.isReady() && sink.together(() => sink.write(HEARTBEAT))) };
}
