import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { httpServer } from '../../../test/support/fake-servers.ts';
import { forwardJson, forwardStream } from '../../fleet/hub/forward.ts';
import { askFile } from './ask-file.ts';
import { askJson, postJson } from './ask-json.ts';
import { askRpc } from './ask-rpc.ts';

/** A peer that answers with these bytes in a coding, whatever it is asked for; and the codings that it is asked for. */
async function peer(coding: string, body: Uint8Array, type = 'application/json') {
  const asked: unknown[] = [];
  const { port } = await httpServer((request, response) => {
    asked.push(request.headers['accept-encoding']);
    request.resume();
    response.writeHead(200, { 'content-type': type, 'content-encoding': coding }).end(body);
  });
  const base = new URL(`http://127.0.0.1:${port}`);
  return { asked, at: { base, authorization: null, timeoutMs: 5000, maxBytes: 1e6 } };
}

const BOMB = gzipSync(Buffer.alloc(2 ** 24));
const FILE = { type: 'application/gzip', maxBytes: 1e6 };

it('answers that are compressed unasked are refused, and nothing is unpacked', async () => {
  for (const coding of ['gzip', 'GZIP', 'br', 'deflate', 'gzip, gzip']) {
    const { asked, at } = await peer(coding, BOMB);
    await expect(askJson(at, '/api/4/cpu'), coding).rejects.toThrow(
      /^127\.0\.0\.1:\d+ answers compressed \([\w ]+\), which was not asked for: check the proxy before it$/,
    );
    await expect(postJson(at, '/x', {}), coding).rejects.toThrow(/ answers compressed /);
    await expect(askRpc(at, 'init'), coding).rejects.toThrow(/ answers compressed /);
    await expect(askFile(at, '/api/snapshot', FILE), coding).rejects.toThrow(/ answers compressed /);
    expect(asked).toEqual(Array(4).fill('identity'));
  }
});

it('answers to readers of the hub are refused likewise', async () => {
  const passed = { method: 'GET', headers: {}, signal: new AbortController().signal } as const;
  const json = await peer('gzip', BOMB);
  await expect(forwardJson(json.at, { ...passed, path: '/api/4/cpu' })).rejects.toThrow(
    / answers compressed /,
  );
  const stream = await peer('gzip', BOMB, 'text/event-stream');
  await expect(forwardStream(stream.at, { ...passed, path: '/api/stream' })).rejects.toThrow(
    / answers compressed /,
  );
});

it('identity is no compression', async () => {
  const { at } = await peer('Identity', Buffer.from('[1]'));
  expect(await askJson(at, '/')).toEqual([1]);
  const file = await peer('', BOMB, 'application/gzip');
  expect((await askFile(file.at, '/', FILE)).length).toBe(BOMB.length);
});
