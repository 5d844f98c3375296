import { expect, it } from 'vitest';
import { type ApiProblem, createClient } from './client.ts';

const tokens = { get: () => null, set: () => {} };

/** What the page shows of this reply, and until when it waits. */
async function shownOf(
  reply: Response,
): Promise<[status: number, message: string, retryAfter: number | null]> {
  const client = createClient(tokens, new Map(), '', async () => reply);
  const problem = await client.get('api/5/range').catch((error: unknown) => error as ApiProblem);
  const { status, message, retryAfter } = problem as ApiProblem;
  return [status, message, retryAfter];
}

it.each([
  [400, { detail: 'from is after to: exchange them' }, 'from is after to: exchange them'],
  [422, { detail: [{ loc: ['query', 'n'], msg: 'not a number' }] }, '422'],
  [502, 'no JSON', '502'],
])('of a reply with status %i the page shows its sentence, or its status', async (status, body, message) => {
  const reply = Response.json(body, { status, headers: { 'retry-after': '7' } });
  expect(await shownOf(reply)).toEqual([status, message, 7]);
});

it('of a reply that is no JSON, the page shows its status', async () => {
  expect(await shownOf(new Response('<html>', { status: 500, statusText: 'Internal Server Error' }))).toEqual(
    [500, '500 Internal Server Error', null],
  );
});
