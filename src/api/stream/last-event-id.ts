import type { FastifyRequest } from 'fastify';

/** Returns the position of a stream that reopens: browsers send the header, other clients may use the query. */
export function lastEventIdOf(
  { headers }: FastifyRequest,
  query: { readonly last_event_id: string | null },
): string | undefined {
  const header = headers['last-event-id'];
  return typeof header === 'string' ? header : (query.last_event_id ?? undefined);
}
