/** The listening fleet page over simulated servers, for browser tests. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Protection } from '../../src/http/server/protection.ts';
import { type PageAgent, servePage } from './page-agent.ts';
import { COLUMNS, type FakeServer, fakeServer, NONE } from './page-fleet-servers.ts';

export interface PageFleet extends PageAgent {
  /** Address of the page of the fleet. */
  fleetUrl: string;
  servers: Map<string, FakeServer>;
  /** Sends changes to all streams. */
  push(change: { servers?: FakeServer[]; removed?: string[] }): void;
  /** Ends all streams. */
  cut(): void;
  /** Bodies of requests to add a server. */
  added: unknown[];
}

export interface PageFleetSetup {
  servers: FakeServer[];
  isEditable?: boolean;
  hasStream?: boolean;
  /** Default: the time of the browser. */
  hubTime?(): number;
  protection?: Protection;
  prefix?: string;
  /** The recorded machine that all servers are. */
  machine?: string;
  /** The API of servers below `/servers/<id>/`: like Gander, or like an agent with API 4 only. */
  make?: 'gander' | 'other';
}

export async function servePageFleet(setup: PageFleetSetup): Promise<PageFleet> {
  const { isEditable = true, hasStream = true, prefix = '', make = 'gander', protection } = setup;
  const { machine = 'small-vm', hubTime = Date.now } = setup;
  const servers = new Map(setup.servers.map((server) => [server.id, server]));
  const streams = new Set<ServerResponse>();
  const added: unknown[] = [];
  const routes = (api: FastifyInstance): void => {
    api.get(`${prefix}/api/servers`, (request) =>
      listing([...servers.values()], request, isEditable, hubTime),
    );
    if (!hasStream)
      api.get(`${prefix}/api/servers/stream`, (_, reply) => reply.code(404).send({ detail: 'Not Found' }));
    else
      api.get(`${prefix}/api/servers/stream`, (_, reply) => {
        reply.hijack();
        const { raw } = reply;
        raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        raw.write(`event: hello\ndata: ${JSON.stringify({ heartbeat: 15 })}\n\n`);
        streams.add(raw);
        raw.on('close', () => streams.delete(raw));
      });
    // Servers without lists of their own.
    api.get(`${prefix}/api/servers/alerts`, (_, reply) => reply.send([]));
    api.post(`${prefix}/api/servers`, (request, reply) => {
      const body = JSON.parse(String(request.body)) as FakeServer;
      added.push(body);
      if (servers.has(`${body.name}:${body.port}`))
        return reply.code(409).send({ detail: `${body.name}:${body.port} is on the list already` });
      const server = fakeServer(body.name, {
        port: body.port,
        alias: body.alias,
        tags: body.tags,
        type: 'ADDED',
        status: 'UNKNOWN',
        reason: 'has not been asked yet',
        ...NONE,
      });
      servers.set(server.id, server);
      return reply.code(201).send(server);
    });
    api.delete(`${prefix}/api/servers/:id`, (request, reply) => {
      const { id } = request.params as { id: string };
      return reply.code(servers.delete(id) ? 204 : 404).send();
    });
    api.get(`${prefix}/servers/:id/api/*`, (request, reply) =>
      passOn(api, prefix, make, servers, request, reply),
    );
  };
  const agent = await servePage(machine, {
    prefix,
    hasFleet: true,
    routes,
    ...(protection && { protection }),
  });
  return {
    ...agent,
    fleetUrl: `${agent.url}browser`,
    servers,
    added,
    push(change) {
      for (const stream of streams) stream.write(`event: servers\ndata: ${JSON.stringify(change)}\n\n`);
    },
    cut() {
      for (const stream of streams) stream.destroy();
    },
  };
}

function listing(
  all: FakeServer[],
  request: FastifyRequest,
  editable: boolean,
  hubTime: () => number,
): unknown {
  const { offset = '0', limit = '100' } = request.query as Record<string, string>;
  return {
    total: all.length,
    matching: all.length,
    offset: Number(offset),
    limit: Number(limit),
    counts: {},
    tags: [],
    editable,
    refresh: 10,
    now: hubTime(),
    position: 'run.1',
    columns: COLUMNS,
    servers: all.slice(Number(offset), Number(offset) + Number(limit)),
  };
}

const OWN = /^(stream|plugins|history)/;

/** Every server is the same machine; foreign ones serve only API 4. */
async function passOn(
  api: FastifyInstance,
  prefix: string,
  make: 'gander' | 'other',
  servers: Map<string, FakeServer>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id, '*': path } = request.params as { id: string; '*': string };
  if (!servers.has(id)) return reply.code(404).send({ detail: 'There is no such server' });
  if (make === 'other' && OWN.test(path)) return reply.code(404).send({ detail: 'Not Found' });
  const query = request.raw.url?.split('?')[1];
  if (path === 'stream') return reply.code(404).send({ detail: 'Not Found' });
  const { authorization } = request.headers;
  const answer = await api.inject({
    method: 'GET',
    url: `${prefix}/api/${path}${query === undefined ? '' : `?${query}`}`,
    headers: { ...(authorization !== undefined && { authorization }) },
  });
  return reply.code(answer.statusCode).type('application/json').send(answer.rawPayload);
}
