/** `POST /token`: user name and password in, access token out. Only where a password is set. */
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../context.ts';
import { incorrect, OPEN, tooManyGuesses } from '../../http/access.ts';
import { ApiError } from '../../http/errors.ts';

export function tokenRoute(api: FastifyInstance, { root, authenticator }: RouteContext): void {
  if (authenticator === null) return;
  api.post(`${root}/token`, OPEN, async (request, reply) => {
    const claim = parseClaim(request.body);
    const verification = await authenticator.verify(claim, request.ip);
    if (verification === 'busy' || typeof verification === 'number') throw tooManyGuesses(verification);
    if (verification === 'wrong') throw incorrect('Bearer');
    const { token, lifetime } = await authenticator.issueToken();
    // Kept nowhere: section 5.1 of RFC 6749.
    return reply
      .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      .send(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: lifetime }));
  });
}

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
