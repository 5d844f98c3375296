import type { TextRequest } from '../../core/host.ts';
import { publicUrl } from '../../core/redact.ts';
import { basicAuthorization, basicOf } from '../../net/transport/basic.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { request as ask } from '../../net/transport/transport.ts';

/** For all plugin requests. Bodies are not decompressed: limits would apply to compressed ones. */
export const COMMON_HEADERS = { 'user-agent': 'gander', accept: '*/*' };

/**
 * Fetches a document as described at {@link Host.fetchText}. Redirects are refused: they would carry credentials to another server.
 * Credentials in the URL appear in no error message.
 */
export async function fetchText(url: string, request: TextRequest): Promise<string> {
  const target = parseTextUrl(url);
  const name = publicUrl(target);
  const authorization =
    request.username === undefined
      ? basicOf(target)
      : basicAuthorization(request.username, request.password ?? '');
  const { status, body } = await ask({
    url: target,
    name: publicUrl,
    method: request.method ?? 'GET',
    headers: {
      ...COMMON_HEADERS,
      'accept-encoding': 'identity',
      ...request.headers,
      ...(authorization !== null && { authorization }),
    },
    timeoutMs: request.timeoutMs,
    maxBytes: request.maxBytes,
    wantsBody: isSuccess,
  });
  if (status >= 300 && status < 400)
    throw new RequestError(
      'redirect',
      `${name} answered with a redirect (status ${status}), which is not followed`,
    );
  if (!isSuccess(status)) throw new RequestError('status', `${name} answered with status ${status}`);
  return body.toString('utf8');
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Throws {@link RequestError} for all but http and https. */
export function parseTextUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (target?.protocol !== 'http:' && target?.protocol !== 'https:')
    throw new RequestError('absent', 'the address must be a URL that starts with http:// or https://');
  return target;
}
