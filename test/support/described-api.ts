/** The API on a recorded machine with its own OpenAPI document, against which every reply is checked. */
import { give } from '../../src/core/parts/service.ts';
import { RunningExporters } from '../../src/export/metrics/exporters.ts';
import { Processes } from '../../src/api/processes/processes.ts';
import { featuresWith } from './features.ts';
import { boardOf } from './alert-board.ts';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Agent } from '../../src/run/parts/agent.ts';
import { EXPORTER_EXAMPLE } from '../../src/export/parts/exporters-route.ts';
import { createTestApi } from './test-api.ts';
import type { Protection } from '../../src/http/server/protection.ts';
import type { Method, OpenApiDocument, Operation, Part } from '../../src/http/openapi/types.ts';
import { processControl } from '../../src/api/processes/process-control.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { archiveOf } from './agent-archive.ts';
import { playHost } from './recorded-agent.ts';

export interface DescribedApi {
  api: FastifyInstance;
  agent: Agent;
  document: OpenApiDocument;
  /** Sends a request; problems are deviations of its reply from the operation. */
  ask(request: ApiRequest): Promise<Answer>;
}

export interface ApiRequest {
  method: Method;
  /** Key of the document's `paths`. */
  template: string;
  /** Path with parameters filled in. */
  path: string;
  headers?: Record<string, string>;
  payload?: object;
}

export interface Answer {
  status: number;
  headers: LightMyRequestResponse['headers'];
  body: string;
  problems: string[];
}

export const ARGUMENTS = { port: 61_208, password: '********', bind_address: '0.0.0.0', conf_file: null };
export const SETTINGS = { cpu: { user_careful: '50' }, outputs: {} };

/** A placeholder of the unbuilt page. */
const PAGE = join(import.meta.dirname, '../../web');

/** @param access the access control in front of the API, and valid credentials */
export async function createDescribedApi(
  host: string,
  access?: { protection: Protection; authorization: string },
): Promise<DescribedApi> {
  const { agent, host: machine } = await playHost(host);
  const faults: unknown[] = [];
  const api = createTestApi({
    agent,
    alerts: boardOf(agent),
    features: featuresWith(
      give(Processes, processControl(agent)),
      give(RunningExporters, { states: () => [EXPORTER_EXAMPLE], flush: () => true }),
    ),
    registry: plugins,
    version: '4.0.0',
    prefix: '',
    args: () => ARGUMENTS,
    config: () => SETTINGS,
    archive: await archiveOf(agent, machine.clock),
    pastEvents: async () => ({
      events: [],
      marks: [{ kind: 'start', time: 1_795_300_000_000, detail: null }],
    }),
    now: () => machine.clock.now(),
    page: { folder: PAGE, refresh: 2, defaults: {} },
    onFault: (error) => void faults.push(error),
    ...(access && { protection: access.protection }),
  });
  const headers = access ? { authorization: access.authorization } : {};
  const { body: text } = await api.inject({ url: '/openapi.json', headers });
  const document = JSON.parse(text) as OpenApiDocument;
  const problemsOf = judges.get(text) ?? createJudge(document);
  judges.set(text, problemsOf);
  return {
    api,
    agent,
    document,
    async ask({ method, template, path, headers = {}, payload }) {
      const reply = await api.inject({
        method: method.toUpperCase() as 'GET',
        url: path,
        headers,
        ...(payload && { payload }),
        payloadAsStream: isEndless(document.paths[template]?.[method]),
      });
      const { statusCode: status, headers: answered } = reply;
      const body = isEndless(document.paths[template]?.[method]) ? await startOf(reply) : reply.body;
      const problems = [
        ...problemsOf({ method, template }, { statusCode: status, headers: answered, body }),
        ...faults.splice(0).map(String),
      ];
      return { status, headers: answered, body, problems };
    },
  };
}

/** Replies with a stream, of which the beginning is enough. */
const isEndless = (operation: Operation | undefined): boolean =>
  Object.hasOwn((operation?.responses['200']?.['content'] ?? {}) as Part, 'text/event-stream');

/** All of a refusal, and the beginning of a stream, which is then aborted. */
async function startOf(reply: LightMyRequestResponse): Promise<string> {
  const stream = reply.stream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    if (reply.statusCode === 200) break;
  }
  reply.raw.res.destroy();
  return Buffer.concat(chunks).toString('utf8');
}

type Judge = (
  operation: Pick<ApiRequest, 'method' | 'template'>,
  reply: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
) => string[];

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** By document, which is the same on several machines: compiling its validators takes half of a second. */
const judges = new Map<string, Judge>();

/** Compares replies with a document. */
export function createJudge(document: OpenApiDocument): Judge {
  // Each validator runs only a few times: optimizing its code takes longer than it saves.
  const code = { optimize: false };
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false, code });
  ajv.addSchema(document as unknown as Part, 'document');
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (path: string): ValidateFunction => {
    const known = compiled.get(path) ?? ajv.compile({ $ref: `document#${encodeURI(path)}` });
    compiled.set(path, known);
    return known;
  };

  return ({ method, template }, { statusCode, headers, body }) => {
    const responses: Operation['responses'] = document.paths[template]?.[method]?.responses ?? {};
    const status = responses[statusCode] ? String(statusCode) : `${Math.floor(statusCode / 100)}XX`;
    const declared = responses[status];
    if (declared === undefined) return [`status ${statusCode} is not declared`];
    const reference = declared['$ref'] as string | undefined;
    const at = reference?.slice(1) ?? pointer('paths', template, method, 'responses', status);
    const response = reference === undefined ? declared : resolve(document, reference);
    const content = response['content'] as Record<string, Part> | undefined;
    if (method === 'head') return body === '' ? [] : ['HEAD has a body'];
    if (content === undefined) return body === '' ? [] : ['a body is not declared'];
    const type = String(headers['content-type']).replace(/;.*/, '');
    if (content[type] === undefined) return [`content type ${type} is not declared`];
    if (type !== 'application/json') return [];
    const validate = validatorAt(at + pointer('content', type, 'schema'));
    return validate(JSON.parse(body)) ? [] : [ajv.errorsText(validate.errors)];
  };
}

function resolve(document: OpenApiDocument, reference: string): Part {
  const parts = reference.split('/').slice(1);
  return parts.reduce((at: Part, part) => at[part] as Part, document as unknown as Part);
}
