/** Sends one HTTP request. Import it dynamically: it loads the transport, which most agents do not need. */
import { VERSION } from '../../core/version.ts';
import { basicOf } from '../transport/basic.ts';
import { readStart } from '../transport/body.ts';
import { type OpenRequest, serverOf } from '../transport/exchange.ts';
import { open } from '../transport/transport.ts';
import type { WholeAnswer } from './http-answer.ts';

export interface DeliveryRequest {
  /** Its user and password are sent unless `headers` has an authorization. */
  readonly url: URL;
  readonly method: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface DeliverySetup extends Pick<OpenRequest, 'connections'> {
  /** Aborts the exchange, and limits its time. */
  readonly signal: AbortSignal;
  /** Bytes of the reply's body that are read. */
  readonly maxBytes: number;
  /** True if the body of a success is not read, since it may never end. */
  readonly ignoresSuccess?: boolean;
}

const NOTHING = Buffer.alloc(0);

/** Rejects if there is no reply. Redirects are not followed: they could carry secrets elsewhere. */
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
  const start = readStart(body, { maxBytes, name: serverOf(request.url) });
  // The status counts even if its reason cannot be read.
  const bytes = await (isSuccess ? start : start.catch(() => NOTHING));
  return { ...reply, body: bytes.toString('utf8'), bytes };
}
