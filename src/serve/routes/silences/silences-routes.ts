/** `/api/silences`: acknowledged alerts, of which no notifications are sent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LONGEST_MS, type Silence } from '../../../judge/events/silences.ts';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { kept } from '../../http/kept.ts';
import { jsonIn } from '../../http/require-json.ts';

const MOST_TYPE = 300;
const MOST_NOTE = 500;

export function silencesRoutes(api: FastifyInstance, context: RouteContext): void {
  const { silences } = context;
  if (silences === null) return;
  const url = `${context.base}/api/silences`;
  api.get(url, (request, reply) => {
    const reason = refusalOf(context) ?? context.journalObstacle();
    return sendValue(request, reply, { silences: silences.list(), editable: reason === null, reason });
  });
  api.post(url, async (request, reply) => {
    refuseReaders(context);
    return sendValue(
      request,
      reply,
      await kept('The silence', silences.set(silenceIn(jsonIn(request), context.now()))),
    );
  });
  api.delete(url, async (request, reply) => {
    refuseReaders(context);
    if (!(await kept('The silence', silences.remove(typeOf(request)))))
      throw new ApiError(404, 'There is no such silence');
    return sendValue(request, reply, {});
  });
}

/** Why nothing can be silenced; null: it can. */
const refusalOf = ({ authenticator }: RouteContext): string | null =>
  authenticator === null
    ? 'Alerts are silenced only where a password is set: start the agent with --password'
    : null;

function refuseReaders(context: RouteContext): void {
  const refusal = refusalOf(context);
  if (refusal !== null) throw new ApiError(403, refusal);
}

function typeOf({ query }: FastifyRequest): string {
  const { type } = query as { type?: unknown };
  if (typeof type !== 'string' || type === '') throw new ApiError(400, 'type must name the type of an alert');
  return type;
}

function silenceIn(body: unknown, now: number): Omit<Silence, 'since'> {
  const { type, note = '', until = null } = (body ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || type === '' || type.length > MOST_TYPE)
    throw new ApiError(400, 'type must name the type of an alert, such as CPU_TOTAL');
  if (typeof note !== 'string' || note.length > MOST_NOTE)
    throw new ApiError(400, `note must be a text of at most ${MOST_NOTE} characters`);
  if (until !== null && !isSoon(until, now))
    throw new ApiError(400, 'until must be a time of the next 90 days in milliseconds, or null');
  return { type, note, until };
}

const isSoon = (until: unknown, now: number): until is number =>
  typeof until === 'number' && until > now && until <= now + LONGEST_MS;
