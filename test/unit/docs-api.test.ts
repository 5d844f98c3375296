/** The requests of docs/api.md, sent to a recorded machine; its replies contain the documented parts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createRecordedApi } from '../support/recorded-api.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
const examples = [
  ...page.matchAll(
    /```sh\ncurl(?: -N)? '?http:\/\/localhost:61208([^'\n]+)'?\n```(?:\n\n```json\n([^]*?)```)?/g,
  ),
].map(([, path = '', reply]) => [path, reply ?? null] as const);
/** History and explanations need a past, streams do not end. */
const ELSEWHERE = /^\/api\/(?:history|explain|stream)/;

it('shows ten requests', () => {
  expect(examples).toHaveLength(10);
});

it.each(examples)('%s', async (path, reply) => {
  const { api } = await createRecordedApi('small-vm');
  onTestFinished(() => api.close());
  if (ELSEWHERE.test(path)) {
    const [name = ''] = path.split('?');
    expect(readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')).toContain(
      `"${name}":`,
    );
    return;
  }
  const { statusCode, body } = await api.inject(path);
  expect(statusCode).toBe(200);
  const value = JSON.parse(body) as unknown;
  const shown = [...(reply ?? '').matchAll(/"(\w+)":/g)];
  expect(shown.length).toBeGreaterThan(0);
  for (const [, member] of shown) expect(JSON.stringify(value)).toContain(`"${member}":`);
});
