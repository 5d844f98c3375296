/** Requests to the two servers, mutated as bytes, sent over a socket each. */
import { exchange } from '../support/raw-http.ts';
import { basic, PASSWORD, USER } from '../support/guarded-api.ts';
import { writeCall } from '../../src/net/xml-rpc/codec.ts';
import { mutateBytes, type Random } from './random.ts';

const LOGIN = `Authorization: ${basic(USER, PASSWORD)}\r\n`;
const request = (line: string, headers = '', body = ''): Buffer =>
  Buffer.from(
    `${line} HTTP/1.1\r\nHost: localhost\r\n${LOGIN}${headers}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );

const PATHS = `/ /api/4/cpu /api/4/cpu/total /api/4/cpu/total/history/3 /api/4/network/interface_name/value/eth0
  /api/4/percpu/top/2 /api/4/all /api/4/all/limits /api/4/all/views /api/4/cpu/total/unit /api/4/config/cpu/user_careful
  /api/4/args/port /api/3/cpu /api/2/all /api/history?of=cpu:total&points=10 /api/values?of=cpu:total /api/plugins
  /metrics?x=1 /api/4/processes/1 /docs /openapi.json /static/x.js /api/4/pluginslist/ /p/api/4/cpu?a=%zz`;

export const REST_REQUESTS: readonly Buffer[] = PATHS.split(/\s+/)
  .map((path) => request(`GET ${path}`, 'Accept-Encoding: gzip\r\nIf-None-Match: "a.b.1", W/"x"\r\n'))
  .concat([
    request('POST /api/4/events/clear/all', 'Origin: http://localhost\r\nContent-Type: application/json\r\n'),
    request('POST /api/4/token', 'Content-Type: application/json\r\n', '{"username":"a","password":"b"}'),
    request('POST /api/4/processes/extended/1', 'Expect: 100-continue\r\n'),
    request('OPTIONS /api/4/cpu', 'Origin: http://a\r\nAccess-Control-Request-Method: GET\r\n'),
    request('HEAD /api/4/cpu', 'Range: bytes=0-1\r\n'),
  ]);

export const RPC_REQUESTS: readonly Buffer[] = [
  request('POST /RPC2', 'Content-Type: text/xml\r\n', writeCall('getPlugin', ['cpu'])),
  request('POST /RPC2', 'Content-Type: text/xml\r\nAccept-Encoding: gzip\r\n', writeCall('getAll')),
  request('POST /RPC2', '', writeCall('system.methodHelp', ['init'])),
  request('GET /RPC2'),
];

/** Longest wait for an answer to a request that may be incomplete. */
const TIMEOUT_MS = 250;

/** Sends one; throws for a status of 500 and above. */
export async function sendMutated(port: number, samples: readonly Buffer[], random: Random): Promise<void> {
  const bytes = mutateBytes(random.one(samples), random, samples);
  // An unfinished request is followed by the end of another one, so a reply always comes.
  const reply = await Promise.race([
    exchange(port, bytes.toString('latin1')).catch(() => ''),
    new Promise<string>((resolve) => setTimeout(resolve, TIMEOUT_MS, '')),
  ]);
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1] ?? 0);
  if (status >= 500 && status !== 501 && status !== 503)
    throw new Error(`${status} for ${JSON.stringify(bytes.toString('latin1').slice(0, 500))}`);
}
