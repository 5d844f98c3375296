/** `POST /api/5/token`: Basic credentials in, access token out. */
import { parseAuthorization } from '../../net/credentials/authorization.ts';
import { tooManyGuesses } from '../../http/server/access.ts';
import { ApiError } from '../../http/server/errors.ts';
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Authentication } from '../../http/route/services.ts';
import { sendToken, TOKEN, TOKEN_EXAMPLE } from '../login/token-reply.ts';
import { BASIC, notAuthenticated5, wrongCredentials5 } from './errors.ts';
import { SCOPE } from './scope.ts';

export const tokenRoute5 = defineRoute({
  method: 'POST',
  path: '/api/5/token',
  access: 'open',
  isAudited: true,
  scope: SCOPE,
  uses: { authenticator: Authentication },
  id: 'createToken',
  tag: AUTHENTICATION,
  summary: 'Exchange user name and password for an access token',
  description: 'Credentials are those of the header `Authorization: Basic`. The request has no body.',
  answer: TOKEN,
  says: 'The token.',
  example: TOKEN_EXAMPLE,
  refusals: { '401': 'Unauthorized', '404': 'Absent', '429': 'TooManyGuesses' },
  handler:
    ({ authenticator }) =>
    async (request, reply) => {
      if (authenticator === null) throw new ApiError(404, 'JWT auth not configured');
      const credentials = parseAuthorization(request.raw.headers.authorization);
      if (credentials?.scheme !== 'basic') throw notAuthenticated5(BASIC);
      const verification = await authenticator.verify(credentials, request.ip);
      if (verification === 'busy' || typeof verification === 'number') throw tooManyGuesses(verification);
      if (verification === 'wrong') throw wrongCredentials5();
      request.identity = authenticator.identityOf(credentials.user);
      return sendToken(authenticator, credentials.user, reply);
    },
});
