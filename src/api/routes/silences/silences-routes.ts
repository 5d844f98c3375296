/** `/api/silences`: alerts that somebody knows of, so that nobody is told of them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LONGEST_MS, type Silence } from '../../../events/silences.ts';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { requireJson } from '../../http/require-json.ts';

const MOST_TYPE = 300;
const MOST_NOTE = 500;

export function silencesRoutes(api: FastifyInstance, context: RouteContext): void {
  const { silences } = context;
  if (silences === null) return;
  const url = `${context.base}/api/silences`;
  api.get(url, (request, reply) => {
    const reason = refusalOf(context);
    return sendValue(request, reply, { silences: silences.list(), editable: reason === null, reason });
  });
  api.post(url, async (request, reply) => {
    refuseReaders(context);
    requireJson(request);
    return sendValue(request, reply, await kept(silences.set(silenceIn(request.body, context.now()))));
  });
  api.delete(url, async (request, reply) => {
    refuseReaders(context);
    if (!(await kept(silences.remove(typeOf(request))))) throw new ApiError(404, 'There is no such silence');
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

/** The result of a change that has to reach the disk. */
async function kept<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError(500, `The silence cannot be kept: ${reason}`);
  }
}

function typeOf({ query }: FastifyRequest): string {
  const { type } = query as { type?: unknown };
  if (typeof type !== 'string' || type === '') throw new ApiError(400, 'type must name the type of an alert');
  return type;
}

function silenceIn(body: unknown, now: number): Omit<Silence, 'since'> {
  let value: Record<string, unknown> | null = null;
  try {
    value = JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '') as Record<string, unknown> | null;
  } catch {
    throw new ApiError(400, 'Invalid JSON body');
  }
  const { type, note = '', until = null } = value ?? {};
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
