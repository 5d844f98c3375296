/** Who may ask: credentials, the answers to those without, and the way to a token. */
import { operation } from './operation.ts';
import { ACCESS_RESPONSES } from './responses.ts';
import { type OpenApiDocument, type Operation, type PathItem, type Paths, type Part, ref } from './types.ts';

/** Whether credentials are asked for: never, always, or depending on how the service was started. */
export type Access = 'open' | 'protected' | 'either';

const AUTHENTICATION = { name: 'Authentication', description: 'Tokens. Only where a password is set.' };

const SCHEMES: Record<string, Part> = {
  basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token from /token, or an API key (`gander_…`), which may only read.',
  },
};

/** Adds to a document what follows from asking for credentials. */
export function withAccess(document: OpenApiDocument, root: string, access: Access): OpenApiDocument {
  if (access === 'open') return document;
  const schemes = Object.keys(SCHEMES).map((name) => ({ [name]: [] }));
  const { components } = document;
  return {
    ...document,
    security: access === 'either' ? [{}, ...schemes] : schemes,
    tags: [...document.tags, AUTHENTICATION],
    paths: { ...withRefusals(document.paths), [`${root}/token`]: { post: token() } },
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

function token(): Operation {
  const made = operation({
    id: 'createToken',
    tag: AUTHENTICATION.name,
    summary: 'User name and password for an access token',
    description: 'Needs no other credentials.',
    body: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { username: { type: 'string' }, password: { type: 'string', format: 'password' } },
            required: ['username', 'password'],
          },
          example: { username: 'gander', password: 'correct horse battery staple' },
        },
      },
    },
    answer: {
      type: 'object',
      properties: {
        access_token: { type: 'string', description: 'A JSON Web Token.' },
        token_type: { const: 'bearer' },
        expires_in: { type: 'integer', description: 'How long it is good for.', 'x-unit': 'second' },
      },
      required: ['access_token', 'token_type', 'expires_in'],
    },
    says: 'The token.',
    example: { access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', token_type: 'bearer', expires_in: 3600 },
    refusals: { '400': 'BadCredentials' },
  });
  const responses = {
    ...made.responses,
    '401': ref('responses', 'Unauthorized'),
    '429': ref('responses', 'TooManyGuesses'),
  };
  return { ...made, responses, security: [] };
}
