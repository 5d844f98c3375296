/** The reply with an access token. */
import type { FastifyReply } from 'fastify';
import { closed, integer, oneOf, text, type TypeOf } from '../../core/shape.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';

export const TOKEN = closed('An access token.', {
  access_token: text('A JSON Web Token.'),
  token_type: oneOf(['bearer'], 'Scheme of the header `Authorization`.'),
  expires_in: { ...integer('Lifetime of the token.'), 'x-unit': 'second' },
});
export const TOKEN_EXAMPLE: TypeOf<typeof TOKEN> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  token_type: 'bearer',
  expires_in: 3600,
};

/** Issues a token, which no cache may keep: section 5.1 of RFC 6749. */
export async function sendToken(authenticator: Authenticator, user: string, reply: FastifyReply) {
  const { token, lifetime } = await authenticator.issueToken(user);
  const answer: TypeOf<typeof TOKEN> = { access_token: token, token_type: 'bearer', expires_in: lifetime };
  return reply
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    .send(JSON.stringify(answer));
}
