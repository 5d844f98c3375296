import type { IncomingMessage } from 'node:http';
import { parseJsonInSlices } from '../../core/parse-json.ts';
import { ServiceError } from '../../core/service-error.ts';

/** The quoted part of an answer that refuses. */
const MOST_QUOTED = 200;

/** Reads the JSON of an answer; throws `ServiceError` unless it is one, within `maxBytes`, with a 2xx status. */
export async function collectBody(
  response: IncomingMessage,
  maxBytes: number,
  name: string,
): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes)
      throw new ServiceError(`${name} sent more than ${maxBytes} bytes`, { code: 'EFBIG' });
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  const status = response.statusCode ?? 0;
  const body = await parse(text);
  if (status < 200 || status > 299) {
    throw new ServiceError(`${name} answered with status ${status}${messageIn(body)}`, { status });
  }
  if (body === undefined) throw new ServiceError(`${name} did not answer with JSON`);
  return body;
}

async function parse(text: string): Promise<unknown> {
  try {
    return await parseJsonInSlices(text);
  } catch {
    return undefined;
  }
}

/** Engines explain a refusal in `message` (Docker, Podman) or `error` (LXD). */
function messageIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const { message, error } = body as { message?: unknown; error?: unknown };
  const said = typeof message === 'string' ? message : error;
  return typeof said === 'string' && said !== '' ? `: ${said.slice(0, MOST_QUOTED)}` : '';
}
