import { parsedSecretOption, prefilledOption } from '../../../core/options.ts';
import { parseWebUrl } from '../../../net/deliver/parse.ts';
import type { HttpDelivery } from '../target-type.ts';

/** A POST request with this JSON body. */
export const jsonPost = (url: URL, body: object, headers: Record<string, string> = {}): HttpDelivery => ({
  protocol: 'http',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Address of a service with a usual default. */
export const serverOption = (description: string, fallback: string) =>
  prefilledOption(fallback, description, parseWebUrl);

export const webhookOption = (description: string, example: string) => ({
  webhook_url: parsedSecretOption(parseWebUrl, description, example),
});

/** An address below a server's, which may have a path. */
export const below = (server: URL, path: string): URL => {
  const base = new URL(server);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return new URL(path, base);
};
