/** The page and the documentation, for people. */
import { operation } from '../../openapi/operation.ts';
import { SERVICE } from '../service/service-paths.ts';
import { type Operation, type Part, type PathItem, type Paths, ref } from '../../openapi/types.ts';

/** A page of HTML, and whether it is there; versioned: it has a validator. */
function htmlPage(
  name: string,
  summary: string,
  isVersioned: boolean,
  more: Partial<Operation> = {},
): PathItem {
  const get: Operation = {
    tags: [SERVICE.name],
    summary,
    operationId: `get${name}`,
    ...more,
    responses: {
      '200': { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      ...(isVersioned && { '304': ref('responses', 'NotModified') }),
      '4XX': ref('responses', 'Refused'),
    },
  };
  const head: Operation = {
    ...get,
    operationId: `head${name}`,
    responses: { ...get.responses, '200': { description: 'The page exists.' } },
  };
  return { get, head };
}

const REFRESH: Part = {
  name: 'refresh',
  in: 'query',
  description: 'Seconds between updates; by default those of the agent.',
  schema: { type: 'number', exclusiveMinimum: 0 },
};

export function documentationPaths(): Paths {
  return {
    '/': htmlPage('Page', 'The web page', false, {
      description:
        'Served without credentials: it contains no data, and asks for the password itself where one is set.',
      parameters: [REFRESH],
      security: [],
    }),
    '/docs': htmlPage('Documentation', 'This documentation as a web page', true),
    '/openapi.json': {
      get: operation({
        id: 'getOpenApi',
        tag: SERVICE.name,
        summary: 'This documentation as an OpenAPI document',
        answer: {
          type: 'object',
          properties: { openapi: { type: 'string' }, info: { type: 'object' } },
          required: ['openapi', 'info'],
          additionalProperties: true,
        },
        says: 'An OpenAPI document.',
        example: { openapi: '3.1.1', info: { title: 'Gander' } },
        isVersioned: true,
      }),
    },
  };
}
