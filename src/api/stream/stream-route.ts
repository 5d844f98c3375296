/** `/api/stream`: every new snapshot as a server-sent event. */
import { text } from '../../core/shape.ts';
import { endOfAccess } from '../../http/server/access.ts';
import { LAST_EVENT_ID } from '../../http/openapi/parameters.ts';
import { EVERYTHING } from '../../http/openapi/tags.ts';
import { AlertBoard } from '../../core/alert.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { documentQuery, readQuery } from '../../http/route/query.ts';
import { defineRoute } from '../../http/route/route.ts';
import {
  Authentication,
  Closing,
  Faults,
  RunName,
  ServedVersion,
  StreamLimit,
} from '../../http/route/services.ts';
import { ServedDifferences } from '../json-cache/process-differences.ts';
import { ServedJsonCache } from '../json-cache/json-cache.ts';
import { beginStream } from './begin.ts';
import { createFeed } from './feed.ts';
import { helloFrame } from './frames.ts';
import { createConnections, HEARTBEAT_SECONDS } from './connections.ts';
import { parseEventId } from './event-id.ts';
import { lastEventIdOf } from './last-event-id.ts';
import { parseStreamQuery, STREAM_QUERY } from './query.ts';
import { createReader } from './reader.ts';
import { createVerdictEvents } from './verdict-events.ts';

const DESCRIPTION = `Server-sent events, an endless answer that \`EventSource\` of browsers reads.

The first event is \`hello\`, followed by the latest sample of each plugin and then by every new one: \`event\` is the name of
the plugin, \`data\` the answer of \`/api/4/{plugin}\`, and \`id\` the run, number and time in milliseconds of the sample, joined
by dots. A client that reconnects with its last \`id\` receives only newer samples. A client that reads slowly receives fewer
samples, but always the newest. \`end\` gives the reason why the stream ends.`;

const EXAMPLE = `event: hello
data: {"run":"5f3c9a1e","version":"4.0.0","refresh":2,"heartbeat":15,"plugins":["load"]}

event: load
id: 5f3c9a1e.42.1795222329596
data: {"min1":0.61,"min5":0.52,"min15":0.4,"cpucore":4}

`;

export const streamRoute = defineRoute({
  path: '/api/stream',
  access: 'viewer',
  uses: {
    agent: AgentParts,
    alerts: AlertBoard,
    authenticator: Authentication,
    jsonCache: ServedJsonCache,
    closing: Closing,
    differences: ServedDifferences,
    onFault: Faults,
    run: RunName,
    streams: StreamLimit,
    version: ServedVersion,
  },
  id: 'getStream',
  tag: EVERYTHING,
  summary: 'Stream of all new samples',
  description: DESCRIPTION,
  parameters: [...documentQuery(STREAM_QUERY), LAST_EVENT_ID],
  type: 'text/event-stream',
  answer: text(),
  says: 'The events.',
  example: EXAMPLE,
  refusals: { '400': 'BadStream', '503': 'NoRoom' },
  handler(given) {
    const { agent, alerts, jsonCache, differences, run, version, authenticator, onFault } = given;
    const { plugins, store, sampler } = agent;
    const names = plugins.map(({ name }) => name);
    const connections = createConnections(given.streams);
    const feed = createFeed({
      plugins,
      store,
      jsonCache,
      differences,
      events: () => agent.events?.recent() ?? [],
      run,
      onSnapshot: connections.announce,
    });
    const verdicts = createVerdictEvents(alerts);
    const stopWatching = authenticator?.onChange(connections.check);
    given.closing.before(() => {
      stopWatching?.();
      feed.stop();
      connections.stop();
    });
    return (request, reply) => {
      const query = parseStreamQuery(readQuery(STREAM_QUERY, request.query, 0), names);
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
        verdicts: query.verdict ? verdicts : null,
        position: parseEventId(lastEventIdOf(request, query), run, feed.serial),
        onFault,
      });
      const refusal = endOfAccess(authenticator, request);
      const remove = connections.add({ reader, address: request.ip, refusal });
      const release = sampler.keepActive(query.plugins);
      response.on('close', () => {
        remove();
        release();
      });
      sink.together(() => sink.write(helloFrame(greeting(agent, query.plugins, { run, version }))));
      reader.pump();
    };
  },
});

/** Wakes resting plugins, so that `refresh` is correct. */
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
