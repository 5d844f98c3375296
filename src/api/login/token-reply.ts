/** The reply with an access token. */
import type { FastifyReply } from 'fastify';
import type { Authenticator } from '../../net/credentials/authenticator.ts';

/** Issues a token, which no cache may keep: section 5.1 of RFC 6749. */
export async function sendToken(authenticator: Authenticator, user: string, reply: FastifyReply) {
  const { token, lifetime } = await authenticator.issueToken(user);
  return reply
    .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
    .send(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: lifetime }));
}
