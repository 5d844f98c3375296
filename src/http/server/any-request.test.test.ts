import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { createFakeApi } from '../../../test/support/fake-api.ts';
import { exchange } from '../../../test/support/raw-http.ts';
import { listen } from './listen.ts';

const { api, faults } = createFakeApi();
let port = 0;
beforeAll(async () => {
  port = await listen({ api, host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

const WORDS = [
  'cpu fs percpu alert uptime help all config args processes extended disable status plugins pluginslist',
  'history limits views value top unit description total mnt_point percent user_careful',
  '%2F %ff %zz %00 %25 %E0%A4%A % .. . -1 0 3 1e9 2.5 __proto__ constructor * :x ; # ? & \\ // http://x',
]
  .join(' ')
  .split(' ');
const word = fc.constantFrom('', ...WORDS);
const anything = fc.string({ unit: anyCharacter, maxLength: 12 });
const target = fc.oneof(
  fc.array(fc.oneof(word, word, anything), { maxLength: 8 }).map((parts) => `/api/4/${parts.join('/')}`),
  fc.array(fc.oneof(word, word, anything), { maxLength: 6 }).map((parts) => `/api/3/${parts.join('/')}`),
  fc.array(fc.oneof(word, anything), { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  anything,
);
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'X',
);
const header = fc.oneof(
  fc.constantFrom('gzip', '*', '"x"', 'W/"x", ,', 'box:1', '[::1]:1', ''),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
);

/** Line ends would change the request. */
const inline = (text: string): string => text.replace(/[\r\n]/g, '');

function check(reply: string, verb: string): void {
  const [head = '', ...rest] = reply.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  expect(status).toBeLessThan(500);
  if (verb === 'HEAD' || status === 304 || status === 307 || /content-encoding: (gzip|deflate)/i.test(head))
    return;
  const body = rest.join('\r\n\r\n');
  // Node itself refuses requests without a valid Host header, with an empty body.
  if (status === 400 && body === '') return;
  // The status of version 3 is a word.
  if (body === 'Active') return;
  const json: unknown = JSON.parse(body);
  if (status >= 400) expect(Object.keys(json as object)).toEqual(['detail']);
}

it('any request gets JSON and no fault', async () => {
  await fc.assert(
    fc.asyncProperty(method, target, header, header, header, async (verb, path, host, encoding, tags) => {
      const lines = [
        `${verb} ${inline(path)} HTTP/1.1`,
        `Host: ${inline(host)}`,
        `Accept-Encoding: ${inline(encoding)}`,
        `If-None-Match: ${inline(tags)}`,
        'Content-Length: 0',
        'Connection: close',
      ];
      check(await exchange(port, `${lines.join('\r\n')}\r\n\r\n`), verb);
    }),
    { numRuns: tries(1500) },
  );
  expect(faults).toEqual([]);
});
