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
    description: 'Needs no credentials.',
    answer: { type: 'object', properties: { version: { type: 'string' } }, required: ['version'] },
    says: 'It is. The version of the service.',
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
        summary: 'Names of the plugins that are on',
        answer: WORDS,
        says: 'Names, sorted.',
        example: plugins.map(({ name }) => name),
        isVersioned: true,
      }),
    },
  };
}
