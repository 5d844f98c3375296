/** One HTTP request of a delivery. Import it dynamically: most agents send none, and it loads the transport. */
import { VERSION } from '../../core/version.ts';
import { basicOf } from '../../net/transport/basic.ts';
import { startOf } from '../../net/transport/body.ts';
import { type OpenRequest, serverOf } from '../../net/transport/exchange.ts';
import { open } from '../../net/transport/transport.ts';
import type { WholeAnswer } from './http-answer.ts';

export interface DeliveryRequest {
  /** Its user and password are sent, unless `headers` has an authorization. */
  readonly url: URL;
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface DeliverySetup extends Pick<OpenRequest, 'connections'> {
  /** Ends the exchange, and bounds its time. */
  readonly signal: AbortSignal;
  /** Bytes of the reply's body that are read. */
  readonly maxBytes: number;
  /** A status of success is the whole answer: its body, which may never end, is not read. */
  readonly ignoresSuccess?: boolean;
}

const NOTHING = Buffer.alloc(0);

/** Rejects when there is no answer. Redirects are answers: to follow them would carry secrets elsewhere. */
export async function requestDelivery(
  { headers, ...request }: DeliveryRequest,
  { maxBytes, ignoresSuccess = false, ...setup }: DeliverySetup,
): Promise<WholeAnswer> {
  const authorization = basicOf(request.url);
  const { body, ...reply } = await open({
    ...request,
    ...setup,
    headers: {
      'user-agent': `gander/${VERSION}`,
      ...(authorization !== null && { authorization }),
      ...headers,
    },
    timeoutMs: null,
  });
  const isSuccess = reply.status >= 200 && reply.status < 300;
  if (isSuccess && ignoresSuccess) {
    body.destroy();
    return { ...reply, body: '', bytes: NOTHING };
  }
  const start = startOf(body, { maxBytes, name: serverOf(request.url) });
  // The status of a failure counts, even if its reason is lost.
  const bytes = await (isSuccess ? start : start.catch(() => NOTHING));
  return { ...reply, body: bytes.toString('utf8'), bytes };
}
