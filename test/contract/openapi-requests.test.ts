/** Every operation of the document, requested with valid and invalid values on recorded machines. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCharacter } from '../support/any-character.ts';
import { createDescribedApi, type DescribedApi } from '../support/described-api.ts';
import { operationsOf, requestsFor } from '../support/described-requests.ts';
import { recordedHosts } from '../support/recorded-hosts.ts';
import { isFull } from '../support/full-run.ts';

/** `npm run test:full` requests everything; otherwise a share from one machine, and one request per operation from an empty one. */
const SHARE = 24;
const hosts = isFull ? recordedHosts() : ['empty', 'small-vm'];
const isAsked = (host: string, index: number): boolean =>
  isFull || (host === 'small-vm' && index % SHARE === 0);

const needsMachine = (host: string): boolean => isFull || host === 'small-vm';

describe.each(hosts)('on the recorded machine %s', (host) => {
  let described: DescribedApi;
  beforeAll(async () => {
    described = await createDescribedApi(host);
  });
  afterAll(() => described.api.close());

  it('generated requests are answered as the document says', async () => {
    const asked = new Set<string>();
    for (const [method, template, operation] of operationsOf(described.document)) {
      const requests = requestsFor(described.agent, method, template, operation);
      for (const request of requests.filter((_, index) => index === 0 || isAsked(host, index))) {
        const answer = await described.ask(request);
        expect(answer.problems, `${method} ${request.path}`).toEqual([]);
        if (request.isValid) {
          expect(answer.status, `${method} ${request.path}`).toBe(200);
          asked.add(operation.operationId);
        }
      }
    }
    // An empty machine has no processes and no entries to request.
    const all = operationsOf(described.document).map(([, , { operationId }]) => operationId);
    const unasked = all.filter((id) => !asked.has(id));
    if (host === 'empty') expect(unasked.length).toBeLessThan(all.length / 2);
    else expect(unasked).toEqual([]);
  });

  it.runIf(needsMachine(host))('validators of versioned answers lead to 304', async () => {
    for (const [method, template, operation] of operationsOf(described.document)) {
      if (!Object.hasOwn(operation.responses, '304')) continue;
      const request = requestsFor(described.agent, method, template, operation).find(
        ({ isValid }) => isValid,
      );
      if (request === undefined) continue;
      const { headers } = await described.ask(request);
      expect(headers.etag, request.path).toMatch(/^"[^"]+"$/);
      const again = await described.ask({ ...request, headers: { 'if-none-match': headers.etag as string } });
      expect([again.status, again.problems], request.path).toEqual([304, []]);
    }
  });

  it.runIf(needsMachine(host))('methods that a path does not have are refused', async () => {
    for (const [method, template, operation] of operationsOf(described.document)) {
      const [request] = requestsFor(described.agent, method, template, operation);
      if (request === undefined) continue;
      const reply = await described.api.inject({ method: 'DELETE', url: request.path });
      expect(reply.statusCode, request.path).toBe(405);
      expect(reply.headers.allow, request.path).toContain(method.toUpperCase());
      expect(reply.json(), request.path).toEqual({ detail: 'Method Not Allowed' });
    }
  });
});

describe('any values', () => {
  let described: DescribedApi;
  beforeAll(async () => {
    described = await createDescribedApi('small-vm');
  });
  afterAll(() => described.api.close());

  it('are answered as the document says', async () => {
    const operations = operationsOf(described.document).filter(([, template]) => template.includes('{'));
    // Not the fixed words of other paths, which take precedence.
    const word = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
      fc.constantFrom('cpu', 'fs', 'percent', 'key', 'constructor', '0', '-0', '/'),
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...operations),
      fc.array(word, { minLength: 4, maxLength: 4 }),
      async ([method, template], words) => {
        const rest = [...words];
        const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.pop() ?? ''));
        const { problems, status } = await described.ask({ method, template, path });
        if (status !== 307) expect(problems, path).toEqual([]);
      },
    );
    // Names that exist elsewhere, in every operation; then anything.
    const examples = operations.map((one): [typeof one, string[]] => [one, Array(4).fill('cpu')]);
    await fc.assert(property, { examples, numRuns: examples.length + (isFull ? 5000 : 40) });
  });
});
