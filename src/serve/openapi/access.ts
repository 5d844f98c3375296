/** Authentication: credentials, refusals, and the way to a token. */
import { ACCESS_RESPONSES } from './responses.ts';
import { AUTHENTICATION, tokenPaths } from '../routes/token/token-paths.ts';
import { type OpenApiDocument, type Operation, type PathItem, type Paths, type Part, ref } from './types.ts';

/** Whether credentials are asked for: never, always, or depending on how the service was started. */
export type Access = 'open' | 'protected' | 'either';

const SCHEMES: Record<string, Part> = {
  basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token from /token, or an API key (`gander_…`), which may only read.',
  },
};

/** Adds to a document what follows from asking for credentials. */
export function withAccess(document: OpenApiDocument, access: Access): OpenApiDocument {
  if (access === 'open') return document;
  const schemes = Object.keys(SCHEMES).map((name) => ({ [name]: [] }));
  const { components } = document;
  return {
    ...document,
    security: access === 'either' ? [{}, ...schemes] : schemes,
    tags: [...document.tags, AUTHENTICATION],
    paths: { ...withRefusals(document.paths), ...tokenPaths() },
    components: {
      ...components,
      responses: { ...components.responses, ...ACCESS_RESPONSES },
      securitySchemes: SCHEMES,
    },
  };
}

const withRefusals = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, one]) => [
          method,
          refusing(one, method === 'post' || method === 'delete'),
        ]),
      ) as PathItem,
    ]),
  );

function refusing(one: Operation, writes: boolean): Operation {
  if (one.security?.length === 0) return one;
  const refusals = {
    '401': ref('responses', 'Unauthorized'),
    ...(writes && { '403': ref('responses', 'ReadOnly') }),
    '429': ref('responses', 'TooManyGuesses'),
  };
  return { ...one, responses: { ...one.responses, ...refusals } };
}
