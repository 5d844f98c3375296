/** An HTTP client with full control over headers, unlike fetch. */
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Ask extends Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'servername' | 'localAddress' | 'socketPath'
> {
  port: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  isSecure?: boolean;
}

export function ask(asked: Ask): Promise<Answer> {
  const { port, method = 'GET', path = '/api/4/cpu', headers = {}, body, isSecure = false, ...tls } = asked;
  const options = { host: '127.0.0.1', port, method, path, headers, agent: false as const, ...tls };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
