/** POST requests by node:http, without following redirects: they would carry secrets to servers that nobody named. */
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { HttpAnswer } from '../deliver/http-answer.ts';
import { type Verdict, verdictOfStatus } from '../deliver/verdict.ts';
import type { HttpDelivery, SendContext } from './target-type.ts';

/** Enough for any reason; more is not read. */
const MOST_BYTES = 16 * 1024;

/** Rejects when there is no answer. */
export async function sendHttp(delivery: HttpDelivery, { signal, ca, now }: SendContext): Promise<Verdict> {
  return verdictOfStatus(await post(delivery, { signal, ...(ca !== null && { ca }) }), now);
}

function post(
  { url, headers, body }: HttpDelivery,
  options: Pick<RequestOptions, 'signal'> & { ca?: string },
): Promise<HttpAnswer> {
  const bytes = Buffer.from(body, 'utf8');
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      ...options,
      method: 'POST',
      // Connections are not kept: messages are rare.
      agent: false,
      headers: { 'user-agent': 'gander', ...headers, 'content-length': bytes.length },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      // A status that says all needs no body, which may never end.
      const body = isSuccess(response) ? Promise.resolve('') : readBody(response);
      body
        .then(
          (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          reject,
        )
        .finally(() => call.destroy());
    });
    call.end(bytes);
  });
}

const isSuccess = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

/** The start of the body. What cannot be read is missing: the status counts. */
function readBody(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8'));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MOST_BYTES) finish();
    });
    response.on('end', finish);
    response.on('error', finish);
    response.on('close', finish);
  });
}
