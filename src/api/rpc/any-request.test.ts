import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../test/support/full-run.ts';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { exchange } from '../../../test/support/raw-http.ts';
import { fakeAuthenticator, USER } from '../../../test/support/guarded-api.ts';
import { rpcService } from '../../../test/support/rpc-service.ts';

const anything = fc.string({ unit: anyCharacter, maxLength: 20 });
/** Line ends would change the request. */
const inline = anything.map((text) => text.replace(/[\r\n]/g, ''));
const method = fc.constantFrom('POST', 'POST', 'POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'PROPFIND', 'X');
const path = fc.oneof(
  fc.constant('/RPC2'),
  fc.constantFrom('/', '/RPC2/', '/%zz', '*', 'http://a/RPC2'),
  inline,
);
const body = fc.oneof(
  anything,
  fc
    .tuple(fc.constantFrom('init', 'getPlugin', 'getCpu', 'system.methodHelp', '__proto__'), inline)
    .map(
      ([name, text]) =>
        `<methodCall><methodName>${name}</methodName><params><param><value>${text}</value></param></params></methodCall>`,
    ),
);
const credentials = fc.oneof(
  fc.constant('Bearer x'),
  inline.map((text) => `Basic ${Buffer.from(`${USER}:${text}`).toString('base64')}`),
  inline,
);

it.each([
  ['open', false, [200, 400, 404, 413, 501]],
  ['locked', true, [400, 401, 404, 413, 429, 501]],
])('answers whatever comes, %s', async (_name, isLocked, expected) => {
  const { port, faults } = await rpcService({
    hosts: ['*'],
    authenticator: isLocked ? fakeAuthenticator() : null,
  });
  await fc.assert(
    fc.asyncProperty(
      method,
      path,
      credentials,
      inline,
      body,
      async (verb, target, authorization, host, content) => {
        const head = `${verb} ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\nConnection: close`;
        const text = Buffer.from(content).toString('latin1');
        const reply = await exchange(port, `${head}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
        expect(expected).toContain(Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1]));
      },
    ),
    { numRuns: tries(150) },
  );
  expect(faults).toEqual([]);
});
