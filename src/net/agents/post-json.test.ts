import { expect, it } from 'vitest';
import { httpServer } from '../../../test/support/fake-servers.ts';
import { postJson } from './ask-json.ts';

/** A peer with this reply; returns its request. */
async function peer(status: number, answer: unknown) {
  const sent: string[] = [];
  const { port } = await httpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      sent.push(method, url, headers['content-type'] ?? '', Buffer.concat(parts).toString());
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  const base = new URL(`http://127.0.0.1:${port}`);
  return { sent, peer: { base, authorization: null, timeoutMs: 5000, maxBytes: 1e6 } };
}

it('posts JSON', async () => {
  const { sent, peer: at } = await peer(200, { type: 'MEM' });
  expect(await postJson(at, '/api/silences', { type: 'MEM', until: null })).toEqual({ type: 'MEM' });
  expect(sent).toEqual(['POST', '/api/silences', 'application/json', '{"type":"MEM","until":null}']);
});

it('says why the agent refuses', async () => {
  const refusing = (await peer(403, { detail: 'Only where a password\u0007 is set' })).peer;
  await expect(postJson(refusing, '/x', {})).rejects.toThrow(/ refuses: Only where a password  is set$/);
  await expect(postJson((await peer(403, 'x')).peer, '/x', {})).rejects.toThrow(/answers with status 403/);
  await expect(postJson((await peer(401, {})).peer, '/x', {})).rejects.toThrow(/asks for a password/);
});
