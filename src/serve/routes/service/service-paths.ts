/** The service itself: its version, its plugins. */
import type { Schema } from '../../../core/schema.ts';
import { operation } from '../../openapi/operation.ts';
import { type Described, type Paths, ROOT } from '../../openapi/types.ts';

export const SERVICE = {
  name: 'Service',
  description: 'The service itself: its version, its plugins, its documentation.',
};

const WORDS: Schema = { type: 'array', items: { type: 'string' } };

export function servicePaths({ plugins, version }: Described): Paths {
  const status = operation({
    id: 'getStatus',
    tag: SERVICE.name,
    summary: 'Whether the service is well',
    description: 'No credentials are needed.',
    answer: { type: 'object', properties: { version: { type: 'string' } }, required: ['version'] },
    says: 'The service is up; its version.',
    example: { version },
  });
  const { content: _, ...noBody } = status.responses['200'] ?? {};
  const head = { ...status, operationId: 'headStatus', responses: { ...status.responses, '200': noBody } };
  return {
    [`${ROOT}/status`]: { get: { ...status, security: [] }, head: { ...head, security: [] } },
    [`${ROOT}/pluginslist`]: {
      get: operation({
        id: 'getPluginsList',
        tag: SERVICE.name,
        summary: 'Names of enabled plugins',
        answer: WORDS,
        says: 'Names in alphabetical order.',
        example: plugins.map(({ name }) => name),
        isVersioned: true,
      }),
    },
  };
}
