/** `POST /token`: user name and password in, access token out. Only where a password is set. */
import { AUTHENTICATION } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Login } from '../../http/route/services.ts';
import { LOGIN_BODY, verifyLogin } from './login.ts';
import { sendToken, TOKEN, TOKEN_EXAMPLE } from './token-reply.ts';

export const tokenRoute = defineRoute({
  method: 'POST',
  path: '/api/4/token',
  access: 'open',
  isAudited: true,
  uses: { authenticator: Login },
  id: 'createToken',
  tag: AUTHENTICATION,
  summary: 'Exchange user name and password for an access token',
  description: 'No other credentials are needed.',
  body: LOGIN_BODY,
  answer: TOKEN,
  says: 'The token.',
  example: TOKEN_EXAMPLE,
  refusals: { '400': 'BadCredentials', '401': 'Unauthorized', '429': 'TooManyGuesses' },
  handler:
    ({ authenticator }) =>
    async (request, reply) => {
      const user = await verifyLogin(authenticator, request);
      return sendToken(authenticator, user, reply);
    },
});
