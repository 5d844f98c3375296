/** Bodies of replies, bounded in bytes. */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { RequestError, toRequestError } from './request-error.ts';

/** Read with backpressure; destroying it ends the exchange. */
export function bodyStream(controller: Dispatcher.DispatchController): Readable {
  const body = new Readable({
    read: () => controller.resume(),
    destroy(error, done) {
      controller.abort(error ?? new Error('the body is not read'));
      done(error);
    },
  });
  // A later reader finds the error in `errored`.
  return body.on('error', () => {});
}

interface BodyLimits {
  maxBytes: number;
  /** Name of the server, for messages. */
  name: string;
}

/** Reads a whole body. Throws {@link RequestError}, for example `too-large`. */
export async function readBody(body: Readable, limits: BodyLimits): Promise<Buffer> {
  const bytes = await gather(body, limits);
  if (bytes.length <= limits.maxBytes) return bytes;
  throw new RequestError('too-large', `${limits.name} sent more than ${limits.maxBytes} bytes`);
}

/** Reads the start of a body and ends the exchange if it is longer. Throws {@link RequestError}. */
export const readStart = async (body: Readable, limits: BodyLimits): Promise<Buffer> =>
  (await gather(body, limits)).subarray(0, limits.maxBytes);

/** Up to the part that exceeds the limit. By listeners, which cost a fraction of an iterator. */
const gather = (body: Readable, { maxBytes, name }: BodyLimits): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = (): void => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    body.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (size <= maxBytes) return;
      finish();
      body.destroy();
    });
    body.on('end', finish);
    body.on('error', (error) => reject(toRequestError(error, name)));
    if (body.errored !== null) reject(toRequestError(body.errored, name));
  });
