/** A client of recorded machines, in process. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { isFull } from './full-run.ts';
import { createRecordedApi } from './recorded-api.ts';
import { recordedHosts } from './recorded-hosts.ts';
import type { Schema } from './schemas.ts';

/** All except the empty machine, which is unrealistic; in `npm test`, an old one and a small one. */
export const CLIENT_HOSTS = isFull
  ? recordedHosts().filter((name) => name !== 'empty')
  : ['old-kernel', 'small-vm'];

/** Compiles each schema once. */
const ajv = new Ajv2020({ strict: false, allErrors: true });

/** For the tests of the block that calls it. */
export function recordedClient(host: string) {
  let api: FastifyInstance;
  beforeAll(async () => {
    ({ api } = await createRecordedApi(host));
  });
  afterAll(() => api.close());

  const get = async <T>(path: string): Promise<T> => {
    const { statusCode, body } = await api.inject({ method: 'GET', url: path });
    expect(statusCode, `${path}: ${body.slice(0, 200)}`).toBe(200);
    return JSON.parse(body) as T;
  };
  /** Deviations of a value from a schema. */
  const problemsIn = (value: unknown, schema: Schema): unknown[] => {
    const validate = ajv.compile(schema);
    validate(value);
    return validate.errors ?? [];
  };
  return {
    get,
    post: (path: string) => api.inject({ method: 'POST', url: path }),
    problemsIn,
    problems: async (path: string, schema: Schema) => problemsIn(await get(path), schema),
  };
}
