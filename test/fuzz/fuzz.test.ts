/**
 * The fuzz campaign: valid inputs of all parsers and both servers, mutated. `npm run fuzz` runs it long; here it is short. A
 * failure names its seed: `FUZZ_SEED=n FUZZ_RUNS=1` repeats it.
 */
import { afterAll, describe, it } from 'vitest';
import { basic, fakeAuthenticator, guardedApi, PASSWORD, USER } from '../support/guarded-api.ts';
import { rpcService } from '../support/rpc-service.ts';
import { tries } from '../support/full-run.ts';
import { createPipelines } from './pipelines.ts';
import { createRandom } from './random.ts';
import { REST_REQUESTS, RPC_REQUESTS, sendMutated } from './requests.ts';
import { type Target, TARGETS } from './targets.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? tries(150));
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
/** Longer than any input of 64 kB takes, even on a busy machine. */
const LONGEST_MS = 20_000;
const AT_ONCE = 8;

const report: { target: string; executions: number; 'slowest ms': number }[] = [];

async function campaign(name: string, target: Target, runs: number, atOnce = 1): Promise<void> {
  let slowest = 0;
  const once = async (seed: number): Promise<void> => {
    const start = performance.now();
    try {
      await target(createRandom(seed));
    } catch (error) {
      throw new Error(`${name}, FUZZ_SEED=${seed}: ${(error as Error).message}`, { cause: error });
    }
    const took = performance.now() - start;
    slowest = Math.max(slowest, took);
    if (took > LONGEST_MS) throw new Error(`${name}, FUZZ_SEED=${seed}: took ${Math.round(took)} ms`);
  };
  for (let run = 0; run < runs; run += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, runs - run) }, (_, index) => once(SEED + run + index)),
    );
  report.push({ target: name, executions: runs, 'slowest ms': Math.round(slowest) });
}

const timeout = 30_000 + RUNS * 20;

describe('parsers', () => {
  it.each(Object.entries(TARGETS))('%s', { timeout }, async (name, target) => {
    await campaign(name, target, RUNS);
  });
});

describe('servers', () => {
  it('REST', { timeout }, async () => {
    const { port, faults } = await guardedApi({ authenticator: fakeAuthenticator() });
    await campaign('REST requests', (random) => sendMutated(port, REST_REQUESTS, random), RUNS, AT_ONCE);
    if (faults.length > 0) throw new Error(`faults of the server: ${String(faults[0])}`);
  });

  it('pipelines', { timeout }, async () => {
    const { port, faults, send } = await guardedApi({ authenticator: fakeAuthenticator() });
    const pipelines = await createPipelines(port);
    await campaign('pipelined requests', pipelines.send, RUNS, AT_ONCE);
    const headers = { authorization: basic(USER, PASSWORD) };
    if ((await send({ path: '/api/4/cpu', headers })).status !== 200) throw new Error('the server is gone');
    if (faults.length > 0) throw new Error(`faults of the server: ${String(faults[0])}`);
  });

  it('XML-RPC', { timeout }, async () => {
    const { port, faults } = await rpcService();
    await campaign('XML-RPC requests', (random) => sendMutated(port, RPC_REQUESTS, random), RUNS, AT_ONCE);
    if (faults.length > 0) throw new Error(`faults of the server: ${String(faults[0])}`);
  });
});

afterAll(() => {
  if (process.env['FUZZ_RUNS'] === undefined) return;
  console.table(report);
  console.log(`${report.reduce((sum, { executions }) => sum + executions, 0)} executions, seed ${SEED}`);
});
