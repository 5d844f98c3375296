import type { JsonRequest } from '../../core/host.ts';
import type { Json } from '../../core/served.ts';
import { RequestError } from '../../net/transport/request-error.ts';
import { fetchText, parseTextUrl } from './fetch-text.ts';
import { publicUrl } from '../../core/redact.ts';

/** Implements {@link Host.fetchJson} like {@link fetchText}. */
export async function fetchJson(url: string, request: JsonRequest): Promise<Json> {
  const headers = { accept: 'application/json', ...request.headers };
  const body = await fetchText(url, { ...request, headers });
  try {
    return JSON.parse(body) as Json;
  } catch {
    throw new RequestError('not-agent', `${publicUrl(parseTextUrl(url))} did not answer with JSON`);
  }
}
