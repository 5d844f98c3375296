/** The stream over HTTP. */
import { onTestFinished } from 'vitest';
import { createFakeAgent, type FakeAgent } from './fake-agent.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import type { TestApi } from './test-api.ts';
import { listen } from '../../src/http/server/listen.ts';

export interface Served extends FakeApi {
  port: number;
}

export async function serve(
  setup: Partial<TestApi> = {},
  agent: FakeAgent = createFakeAgent(),
): Promise<Served> {
  const fake = createFakeApi(agent, setup);
  const port = await listen({ api: fake.api, host: '127.0.0.1', port: 0 });
  onTestFinished(() => fake.api.close());
  return { ...fake, port };
}

export const cpu = (total: number) => ({ total, user: 10, ctx_switches: 1000 });
