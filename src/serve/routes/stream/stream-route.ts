/** `/api/stream`: every new snapshot as a server-sent event. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalOf } from '../../http/access.ts';
import type { AgentParts, RouteContext } from '../../context.ts';
import { beginStream } from './begin.ts';
import { createFeed } from './feed.ts';
import { helloFrame } from './frames.ts';
import { createConnections, HEARTBEAT_SECONDS } from './connections.ts';
import { parsePosition } from './position.ts';
import { parseStreamQuery, type StreamQuery } from './query.ts';
import { createReader } from './reader.ts';

export const DEFAULT_STREAMS = 100;

export function streamRoute(api: FastifyInstance, context: RouteContext): void {
  const { base, agent, bodies, differences, run, version, authenticator, onFault } = context;
  const { plugins, store, sampler } = agent;
  const names = plugins.map(({ name }) => name);
  const connections = createConnections(context.streams);
  const feed = createFeed({ plugins, store, bodies, differences, run, onSnapshot: connections.announce });
  api.addHook('preClose', async () => {
    feed.stop();
    connections.stop();
  });

  api.get(`${base}/api/stream`, (request, reply) => {
    const query = parseStreamQuery(request.query as Record<string, unknown>, names);
    connections.requireRoom(request.ip);
    const begun = beginStream(request, reply);
    if (begun === null) return;
    const { response, sink } = begun;
    const reader = createReader({
      sink,
      feed,
      plugins: new Set(query.plugins),
      processes: query.processes === null ? null : differences.sequenceIn(query.processes),
      companions: query.companions,
      position: parsePosition(lastEventId(request, query), run, feed.serial),
      onFault,
    });
    const refusal = () => (authenticator === null ? null : refusalOf(authenticator, request));
    const remove = connections.add({ reader, address: request.ip, refusal });
    const release = sampler.keepActive(query.plugins);
    response.on('close', () => {
      remove();
      release();
    });
    sink.together(() => sink.write(helloFrame(greeting(agent, query.plugins, { run, version }))));
    reader.pump();
  });
}

/** Browsers send the header when they reconnect; other clients may use the query. */
const lastEventId = ({ headers }: FastifyRequest, query: StreamQuery): string | undefined => {
  const header = headers['last-event-id'];
  return typeof header === 'string' ? header : query.lastEventId;
};

/** Wakes plugins that rest, so that `refresh` is what it will be. */
function greeting(
  { sampler }: AgentParts,
  plugins: readonly string[],
  about: { run: string; version: string },
) {
  void sampler.touch(plugins);
  const followed = sampler.states().filter(({ name }) => plugins.includes(name));
  const refresh = Math.min(...followed.map((state) => state.refresh));
  return { ...about, refresh, heartbeat: HEARTBEAT_SECONDS, plugins };
}
