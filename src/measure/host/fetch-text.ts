import type { TextRequest } from '../../core/host.ts';

/**
 * Fetches a document as {@link Host.fetchText} promises. Redirects are refused, since they would carry the user's
 * credentials to a server he did not name. Credentials may also stand in the URL; no error message repeats them.
 */
export async function fetchText(url: string, request: TextRequest): Promise<string> {
  const target = parseTarget(url);
  const { username, password } = credentialsOf(target, request);
  const name = nameOf(target);
  target.username = '';
  target.password = '';
  const headers: Record<string, string> = { ...request.headers };
  if (username !== undefined) headers['authorization'] = basic(username, password ?? '');
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const method = request.method ?? 'GET';
    const response = await fetch(target, { method, redirect: 'manual', headers, signal });
    return (await readBody(response, request.maxBytes, name)).toString('utf8');
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const reason = signal.aborted
      ? `did not answer within ${request.timeoutMs} ms`
      : `failed: ${causeOf(error)}`;
    throw new FetchError(`${name} ${reason}`, { cause: error });
  }
}

/** A document that could not be had; the message names the address without credentials or query, and says why. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/** The address as messages may show it. */
export const nameOf = ({ origin, pathname }: URL): string => origin + pathname;

/** Throws {@link FetchError} for all but http and https. */
export function parseTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:') {
    throw new FetchError('the address must be a URL that starts with http:// or https://');
  }
  return target;
}

function credentialsOf(target: URL, request: TextRequest): { username?: string; password?: string } {
  if (request.username !== undefined) return request;
  if (target.username === '' && target.password === '') return {};
  try {
    return { username: decodeURIComponent(target.username), password: decodeURIComponent(target.password) };
  } catch {
    throw new FetchError('in the user name and password of an address, % must be written as %25');
  }
}

/** RFC 7617, with UTF-8. */
function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/** The bound holds for the body as unpacked, whatever length the server claims. */
async function readBody(response: Response, maxBytes: number, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  try {
    if (response.status >= 300 && response.status < 400) {
      throw new FetchError(
        `${name} answered with a redirect (status ${response.status}), which is not followed`,
      );
    }
    if (!response.ok) throw new FetchError(`${name} answered with status ${response.status}`);
    for (;;) {
      const part = await reader?.read();
      if (part?.value === undefined) return Buffer.concat(chunks);
      size += part.value.length;
      if (size > maxBytes) throw new FetchError(`${name} sent more than ${maxBytes} bytes`);
      chunks.push(part.value);
    }
  } finally {
    // Closes the connection unless all of it has been read. A failure here adds nothing to what is thrown.
    await reader?.cancel().catch(() => {});
  }
}

/** Node's fetch hides the reason (`ECONNREFUSED`) in the cause of a "fetch failed". */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
}
