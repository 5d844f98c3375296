import { type DeliveryVerdict, verdictOfStatus } from '../../net/deliver/verdict.ts';
import { requestDelivery } from '../../net/deliver/http-request.ts';
import type { HttpDelivery, SendContext } from './target-type.ts';

/** Most bytes of a reason. */
const MOST_BYTES = 16 * 1024;

/** Rejects if there is no reply. The connection is closed, since messages are rare. */
export async function sendHttp(
  delivery: HttpDelivery,
  { signal, ca, now, isForbidden }: SendContext,
): Promise<DeliveryVerdict> {
  const { url, method = 'POST', headers, body, refusals = {} } = delivery;
  const answer = await requestDelivery(
    { url, method, headers, body },
    {
      signal,
      maxBytes: MOST_BYTES,
      ignoresSuccess: true,
      ...((isForbidden !== null || ca !== null) && {
        connections: { ...(isForbidden && { isForbidden }), ...(ca !== null && { tls: () => ({ ca }) }) },
      }),
    },
  );
  const refusal = refusals[answer.status];
  return refusal === undefined
    ? verdictOfStatus(answer, now)
    : { kind: 'drop', answer: `status ${answer.status}: ${refusal}` };
}
