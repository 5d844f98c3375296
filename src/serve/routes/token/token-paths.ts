/** The way to an access token. */
import { operation } from '../../openapi/operation.ts';
import { type Operation, type Paths, ref, ROOT } from '../../openapi/types.ts';

export const AUTHENTICATION = {
  name: 'Authentication',
  description: 'Tokens. Only where a password is set.',
};

export const tokenPaths = (): Paths => ({ [`${ROOT}/token`]: { post: token() } });

function token(): Operation {
  const made = operation({
    id: 'createToken',
    tag: AUTHENTICATION.name,
    summary: 'Exchange user name and password for an access token',
    description: 'No other credentials are needed.',
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
        expires_in: { type: 'integer', description: 'Lifetime of the token.', 'x-unit': 'second' },
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
