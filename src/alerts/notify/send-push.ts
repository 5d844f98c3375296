/** Sends a message to a browser's push service. RFC 8030. */
import { isForbiddenAddress, isInternalAddress } from '../../core/forbidden-address.ts';
import { requestDelivery } from '../../net/deliver/http-request.ts';
import { type DeliveryVerdict, verdictOfStatus } from '../../net/deliver/verdict.ts';
import type { PushDelivery, SendContext } from './target-type.ts';
import { encrypted } from './web-push/encrypt.ts';
import { vapidHeader } from './web-push/vapid.ts';

const MOST_BYTES = 16 * 1024;

/** Statuses for expired and unknown subscriptions. RFC 8030, 7.3. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Rejects if there is no reply. */
export async function sendPush(
  { url, keys, key, contact, text, ttl, urgency, mayBeInternal }: PushDelivery,
  { signal, ca, now }: SendContext,
): Promise<DeliveryVerdict> {
  const answer = await requestDelivery(
    {
      url,
      method: 'POST',
      headers: {
        authorization: vapidHeader(url, key, { contact, now }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttl),
        urgency,
      },
      body: encrypted(text, keys),
    },
    {
      signal,
      maxBytes: MOST_BYTES,
      ignoresSuccess: true,
      connections: {
        isForbidden: mayBeInternal ? isForbiddenAddress : isInternalAddress,
        ...(ca !== null && { tls: () => ({ ca }) }),
      },
    },
  );
  const verdict = verdictOfStatus(answer, now);
  return GONE.has(answer.status)
    ? { kind: 'drop', answer: `status ${answer.status}: the browser has unsubscribed`, isGone: true }
    : verdict;
}
