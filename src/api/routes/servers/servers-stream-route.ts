/** `/api/servers/stream`: what changes among the servers, once a second, as server-sent events. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { refusalOf } from '../../http/access.ts';
import { beginStream } from '../stream/begin.ts';
import { eventFrame, HEARTBEAT, helloFrame, PADDING } from '../stream/frames.ts';
import { createConnections, HEARTBEAT_SECONDS } from '../stream/connections.ts';
import { type Changes, createChanges } from './changes.ts';
import type { FleetContext } from './fleet-context.ts';
import { parseServersPosition, positionOf } from './position.ts';

/** Milliseconds in which changes are gathered. */
const GATHER_MS = 1000;

export function serversStreamRoute(api: FastifyInstance, context: FleetContext): void {
  const { base, fleet, run, version, authenticator } = context;
  const connections = createConnections(context.streams);
  const changes = createChanges(fleet, run);
  let gathering: NodeJS.Timeout | null = null;
  const stopWatching = fleet.subscribe(() => {
    gathering ??= setTimeout(() => {
      gathering = null;
      connections.announce();
    }, GATHER_MS).unref();
  });
  api.addHook('preClose', async () => {
    stopWatching();
    clearTimeout(gathering ?? undefined);
    connections.stop();
  });

  api.get(`${base}/api/servers/stream`, (request, reply) => {
    const { last_event_id: inQuery } = request.query as { last_event_id?: unknown };
    const given = request.headers['last-event-id'] ?? inQuery;
    const latest = fleet.serial();
    const position = parseServersPosition(typeof given === 'string' ? given : undefined, run, latest);
    connections.requireRoom(request.ip);
    const response = beginStream(reply);
    if (response.destroyed) return;
    // A client without a position gets everything.
    const reader = createServersReader(response, changes, position ?? 0);
    const refusal = () => (authenticator === null ? null : refusalOf(authenticator, request));
    const remove = connections.add({ reader, address: request.ip, refusal });
    const release = fleet.hold();
    // Errors of a connection end it, which is all there is to know.
    response.on('error', () => {});
    response.on('close', () => {
      remove();
      release();
    });
    response.write(PADDING);
    const greeting = { run, version, heartbeat: HEARTBEAT_SECONDS, refresh: fleet.refresh };
    response.write(helloFrame({ ...greeting, position: positionOf(run, position ?? 0) }));
    reader.pump();
  });
}

/** Keeps no queue: what it has still to send is what has changed since its last frame. */
function createServersReader(response: ServerResponse, changes: Changes, from: number) {
  let serial = from;
  const isOpen = (): boolean => !response.destroyed && !response.writableEnded;
  const isReady = (): boolean => isOpen() && !response.writableNeedDrain;
  const end = (detail: string): void => {
    if (!isOpen()) return;
    // A client that has not taken the previous frames would not reach the last one.
    if (response.writableNeedDrain) response.destroy();
    else response.end(eventFrame('end', { detail }));
  };
  const pump = (): void => {
    if (!isReady()) return;
    const change = changes.after(serial);
    if (change === null) return;
    if (change === 'lost') return end('Too much has changed meanwhile: ask for the list again');
    serial = change.serial;
    // Others have their turn between two frames; a connection that takes no more says when it does.
    if (response.write(change.frame)) setImmediate(pump);
  };
  response.on('drain', pump);
  return { pump, end, beat: () => void (isReady() && response.write(HEARTBEAT)) };
}
