/** Requests to one HTTP server over a persistent connection. */
import { basicAuthorization } from '../../../net/transport/basic.ts';
import type { Connections } from '../../../net/transport/exchange.ts';
import type { WholeAnswer } from '../../../net/deliver/http-answer.ts';
import type { DeliveryRequest } from '../../../net/deliver/http-request.ts';
import { type DeliveryVerdict, verdictOf } from '../../../net/deliver/verdict.ts';
import type { Certificates } from '../certificates.ts';
import type { SendContext, Session } from '../exporter.ts';

export interface HttpSetup {
  url: URL;
  method?: 'POST' | 'PUT' | 'GET';
  headers: Readonly<Record<string, string>>;
  certificates: Certificates | null;
  /** False trusts any certificate. */
  verify?: boolean;
  /** Outcome if the status alone is not enough. */
  judge?(answer: WholeAnswer, now: number): DeliveryVerdict;
}

/** Enough for reasons, and for errors of a bulk request. */
const MOST_BYTES = 64 * 1024;

interface HttpCaller {
  call(request: DeliveryRequest, context: Pick<SendContext, 'signal'>): Promise<WholeAnswer>;
  close(): void;
}

export function createHttpCaller({
  certificates,
  verify = true,
}: Pick<HttpSetup, 'certificates' | 'verify'>): HttpCaller {
  let kept: Connections | null = null;
  return {
    async call(request, { signal }) {
      // Loading them with TLS is the slowest step of an exporter's start.
      const [{ Connections }, { requestDelivery }] = await Promise.all([
        import('../../../net/transport/exchange.ts'),
        import('../../../net/deliver/http-request.ts'),
      ]);
      kept ??= new Connections({
        connections: 1,
        tls: () => ({ rejectUnauthorized: verify, ...certificates }),
      });
      return requestDelivery(request, { signal, connections: kept, maxBytes: MOST_BYTES });
    },
    close: () => kept?.close(),
  };
}

/** A session that sends each payload to the same address. */
export function httpSession({
  url,
  method = 'POST',
  headers,
  judge = verdictOf,
  ...tls
}: HttpSetup): Session {
  const caller = createHttpCaller(tls);
  return {
    send: async (body, { signal, now }) =>
      judge(await caller.call({ url, method, headers, body }, { signal }), now),
    close: () => caller.close(),
  };
}

/** `Basic …`; undefined without a user. */
export const basicAuth = (user: string | undefined, password: string | undefined): Record<string, string> =>
  user === undefined || user === '' ? {} : { authorization: basicAuthorization(user, password ?? '') };

/** Builds the address from the common keys; the path may have a query. */
export function urlOf(protocol: string, host: string, port: number, path: string): URL {
  const url = new URL('http://localhost');
  url.protocol = protocol;
  url.hostname = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  url.port = String(port);
  const query = path.indexOf('?');
  url.pathname = query === -1 ? path : path.slice(0, query);
  url.search = query === -1 ? '' : path.slice(query);
  return url;
}
