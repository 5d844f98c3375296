/** `POST /token`: user name and password in, access token out. Only where a password is set. */
import type { Authenticator } from '../../../net/credentials/authenticator.ts';
import { incorrect, tooManyGuesses } from '../../http/access.ts';
import { ApiError } from '../../http/errors.ts';
import { AUTHENTICATION } from '../../openapi/tags.ts';
import { defineRoute } from '../../route/route.ts';

export const tokenRoute = defineRoute({
  method: 'POST',
  path: '/api/4/token',
  access: 'open',
  when: ({ access }) => access !== 'open',
  id: 'createToken',
  tag: AUTHENTICATION,
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
  refusals: { '400': 'BadCredentials', '401': 'Unauthorized', '429': 'TooManyGuesses' },
  handler(context) {
    const authenticator = context.authenticator as Authenticator;
    return async (request, reply) => {
      const claim = parseClaim(request.body);
      const verification = await authenticator.verify(claim, request.ip);
      if (verification === 'busy' || typeof verification === 'number') throw tooManyGuesses(verification);
      if (verification === 'wrong') throw incorrect('Bearer');
      const { token, lifetime } = await authenticator.issueToken();
      // Kept nowhere: section 5.1 of RFC 6749.
      return reply
        .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: lifetime }));
    };
  },
});

function parseClaim(body: unknown): { user: string; password: string } {
  const { username, password } = parseObject(body);
  if (!isText(username) || !isText(password))
    throw new ApiError(400, 'Missing username or password in request body');
  return { user: username, password };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Other JSON than an object has no members. */
function parseObject(body: unknown): { username?: unknown; password?: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    throw new ApiError(400, 'Invalid JSON body');
  }
}
