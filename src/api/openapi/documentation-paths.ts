/** The documentation itself. */
import { operation } from './operation.ts';
import { SERVICE } from './service-paths.ts';
import { type Operation, type Paths, ref } from './types.ts';

export function documentationPaths(): Paths {
  const page: Operation = {
    tags: [SERVICE.name],
    summary: 'This documentation, for people',
    operationId: 'getDocumentation',
    responses: {
      '200': { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      '304': ref('responses', 'NotModified'),
      '4XX': ref('responses', 'Refused'),
    },
  };
  const head: Operation = {
    ...page,
    operationId: 'headDocumentation',
    responses: { ...page.responses, '200': { description: 'The page exists.' } },
  };
  return {
    '/docs': { get: page, head },
    '/openapi.json': {
      get: operation({
        id: 'getOpenApi',
        tag: SERVICE.name,
        summary: 'This documentation, for programs',
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
