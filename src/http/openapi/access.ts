/** Authentication: credentials and refusals. */
import type { Role } from '../../net/credentials/identity.ts';
import { ACCESS_RESPONSES } from './responses.ts';
import { AUTHENTICATION } from './tags.ts';
import { type OpenApiDocument, type Operation, type Part, ref } from './types.ts';

const SCHEMES: Record<string, Part> = {
  basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token from /token, or an API key (`gander_…`), with the role or the scope that it was given.',
  },
};

/** Adds the credentials for a server with a password. @param isOptional may be absent */
export function withCredentials(document: OpenApiDocument, isOptional: boolean): OpenApiDocument {
  const schemes = Object.keys(SCHEMES).map((name) => ({ [name]: [] }));
  const { components, tags } = document;
  return {
    ...document,
    security: isOptional ? [{}, ...schemes] : schemes,
    tags: [...tags, AUTHENTICATION],
    components: {
      ...components,
      responses: { ...components.responses, ...ACCESS_RESPONSES },
      securitySchemes: SCHEMES,
    },
  };
}

/** Adds the refusals of credentials to an operation. @param role lowest role that may use it */
export const refusing = (one: Operation, role: Role): Operation => ({
  ...one,
  'x-role': role,
  responses: {
    ...one.responses,
    '401': ref('responses', 'Unauthorized'),
    ...(role !== 'viewer' && { '403': ref('responses', 'LacksRole') }),
    '429': ref('responses', 'TooManyGuesses'),
  },
});
