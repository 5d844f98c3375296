/** `/api/beat/{name}`: calls by other programs, whose credential is a token or an API key. */
import { PushChecks } from './push-checks.ts';
import { createLoginThrottle } from '../../net/credentials/login-throttle.ts';
import { hasKeyFor } from '../../http/server/access.ts';
import { wrongToken } from '../../http/server/wrong-token.ts';
import { inPath } from '../../http/openapi/parameters.ts';
import { closed, integer, text } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { choiceQuery, documentQuery, integerQuery, readDeclared, textQuery } from '../../http/route/query.ts';
import { defineRoute, type Handler, shared } from '../../http/route/route.ts';
import { Access, Now } from '../../http/route/services.ts';
import type { Resolved } from '../../core/parts/service.ts';
import { pathParameter } from '../../http/server/params.ts';

const uses = { access: Access, pushChecks: PushChecks, now: Now };

/** A week: longer than any job. */
const MOST_MS = 7 * 86_400_000;

const QUERY = {
  token: textQuery('Token of the beat; an API key with the scope beat replaces it.', {
    example: 'bm90IGEgdG9rZW4',
  }),
  status: choiceQuery('`down`: the program failed.', ['up', 'down'], 'up'),
  ms: integerQuery('Duration of its work in milliseconds.', { minimum: 0, maximum: MOST_MS }),
  text: textQuery('A sentence about it, cut after 200 characters.'),
};

const ABSENT = 'There is no beat of this name with this token';

/** Both methods share the count of wrong tokens. */
const throttleOf = shared(
  (pushChecks: PushChecks) => pushChecks,
  () => createLoginThrottle(() => performance.now()),
);

const handler =
  ({ access: { authenticator }, pushChecks, now }: Resolved<typeof uses>): Handler =>
  (request, reply) => {
    const throttle = throttleOf(pushChecks);
    const name = pathParameter(request, 'name');
    // The token first: others learn nothing, not even which values are valid.
    const { token } = readDeclared({ token: QUERY.token }, request.query, now());
    const isAccepted = hasKeyFor(authenticator, request, 'beat')
      ? pushChecks.has(name)
      : pushChecks.accepts(name, token ?? '');
    if (!isAccepted) throw wrongToken(throttle, request.ip, ABSENT);
    const { status, ms, text } = readDeclared(QUERY, request.query, now());
    const due = pushChecks.call(name, { up: status === 'up', ms, text });
    return reply
      .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      .send(JSON.stringify({ due: Math.round(due) }));
  };

const route = (method: 'GET' | 'POST', id: string) =>
  defineRoute({
    method,
    path: '/api/beat/{name}',
    access: 'open',
    keys: 'beat',
    isAudited: false,
    uses,
    id,
    tag: SERVICE,
    summary: 'Report that a program has run',
    description:
      'Needs the token, which `gander beat add` prints, or an API key with the scope `beat`. An unknown name and a wrong token get the same answer.',
    parameters: [
      inPath('name', 'Name of the beat.', text(undefined, { minLength: 1 }), 'backup'),
      ...documentQuery(QUERY),
    ],
    answer: closed('When the next call is due.', {
      due: integer('Milliseconds since 1970.'),
    }),
    says: 'The call was recorded.',
    example: { due: 1_795_910_400_000 },
    refusals: { '400': 'BadQuery', '404': 'UnknownName', '429': 'TooManyTokens' },
    handler,
  });

/** GET does the same, since many programs can only open an address. */
export const pushCheckRoutes = [route('POST', 'sendBeat'), route('GET', 'sendBeatByGet')];
