/** The API over a fake agent, in process. */
import { give, optional } from '../../src/core/parts/service.ts';
import { Silences } from '../../src/alerts/silences/silences.ts';
import { Processes } from '../../src/api/processes/processes.ts';
import { featuresWith } from './features.ts';
import { boardOf } from './alert-board.ts';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type TestApi, createTestApi } from './test-api.ts';
import { createFakeAgent, type FakeAgent, PLUGINS, sampleAll, wifi } from './fake-agent.ts';

export interface FakeApi {
  api: FastifyInstance;
  agent: FakeAgent;
  /** Errors of the program itself. */
  faults: unknown[];
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Status and JSON of `GET /api/4<path>`. */
  ask(path: string): Promise<[status: number, body: unknown]>;
  send(method: string, path: string): Promise<LightMyRequestResponse>;
  /** Status and JSON of a request with a JSON body, or none. */
  sendJson<Body = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload: unknown,
    headers: Record<string, string>,
  ): Promise<[status: number, body: Body]>;
}

const SWAGGER = join(import.meta.dirname, '../../node_modules/@fastify/swagger-ui/static');

const PROCESSES: Record<number, { pid: number; name: string }> = { 1: { pid: 1, name: 'init' } };

/** Process 1, which can be selected. */
export function fakeProcesses(): Processes {
  let selected: number | null = null;
  const process = (pid: number) => PROCESSES[pid] ?? null;
  return {
    process: async (pid) => process(pid),
    select(pid) {
      const found = process(pid) !== null;
      if (found) selected = pid;
      return found;
    },
    sortBy: () => {},
    order: () => ({ key: 'cpu_percent', isAutomatic: true }),
    askOrigins: () => (pid) => (pid === 1 ? { ppid: 0, create_time: 1_795_000_000.25 } : null),
    clear() {
      selected = null;
    },
    current: () => (selected === null ? null : { ...process(selected), extended_stats: true }),
  };
}

export function createFakeApi(agent: FakeAgent = createFakeAgent(), setup: Partial<TestApi> = {}): FakeApi {
  const faults: unknown[] = [];
  sampleAll(agent);
  const api = createTestApi({
    agent,
    alerts: boardOf(agent, setup.features?.services.get(optional(Silences))),
    features: featuresWith(give(Processes, fakeProcesses())),
    registry: [...PLUGINS, wifi],
    version: '4.0.0',
    prefix: '',
    args: () => ({ port: 61208, password: '********', bind: null }),
    config: () => ({ cpu: { user_careful: '50' }, outputs: {} }),
    swaggerFolder: SWAGGER,
    onFault: (error) => void faults.push(error),
    ...setup,
  });
  const inject = (options: InjectOptions) => api.inject(options);
  return {
    api,
    agent,
    faults,
    get: (url, headers = {}) => inject({ method: 'GET', url, headers }),
    async ask(path) {
      const { statusCode, body } = await inject({ method: 'GET', url: `/api/4${path}` });
      return [statusCode, JSON.parse(body)];
    },
    send: (method, url) => inject({ method: method as 'GET', url }),
    async sendJson(method, url, payload, headers) {
      const body = payload === undefined ? {} : { payload: JSON.stringify(payload) };
      const reply = await inject({ method, url, headers, ...body });
      return [reply.statusCode, reply.json()];
    },
  };
}
