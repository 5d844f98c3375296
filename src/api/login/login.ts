/** Checks user name and password in the body of a request. */
import type { FastifyRequest } from 'fastify';
import { adopt } from '../../core/adopt.ts';
import type { Json } from '../../core/served.ts';
import { loose, text } from '../../core/shape.ts';
import type { Authenticator } from '../../net/credentials/authenticator.ts';
import { jsonBody } from '../../http/openapi/parameters.ts';
import { incorrect, tooManyGuesses } from '../../http/server/access.ts';
import { ApiError } from '../../http/server/errors.ts';

const LOGIN = loose(
  { username: text('Name of the user.'), password: text('Password of the user.', { format: 'password' }) },
  ['username', 'password'],
);

export const LOGIN_BODY = jsonBody(LOGIN, { username: 'gander', password: 'correct horse battery staple' });

/** Resolves with the name of the user. Rejects with the refusal of a wrong password, or of too many. */
export async function verifyLogin(authenticator: Authenticator, request: FastifyRequest): Promise<string> {
  const claim = parseClaim(request.body);
  const verification = await authenticator.verify(claim, request.ip);
  if (verification === 'busy' || typeof verification === 'number') throw tooManyGuesses(verification);
  if (verification === 'wrong') throw incorrect('Bearer');
  // A name that is wrong may be a password: only a user is in the log of changes.
  request.identity = authenticator.identityOf(claim.user);
  return claim.user;
}

const claimIn = adopt(LOGIN);

function parseClaim(body: FastifyRequest['body']): { user: string; password: string } {
  const { username, password } = claimIn(jsonOf(body)) ?? {};
  if (!username || !password) throw new ApiError(400, 'Missing username or password in request body');
  return { user: username, password };
}

function jsonOf(body: FastifyRequest['body']): Json {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '') as Json;
  } catch {
    throw new ApiError(400, 'Invalid JSON body');
  }
}
