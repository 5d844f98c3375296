import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildFakeNvml } from '../support/fake-nvml.ts';
import { serveLive } from '../support/live-agent.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const missing = lacking('an NVML library that hangs', { programs: ['cc'] });

it.skipIf(missing !== null)('an NVML library that hangs delays neither the agent nor its end', async () => {
  const scratch = temporaryTree();
  const folder = buildFakeNvml(scratch, 'dead', { WAIT_FOR: join(scratch, 'never') });
  const agent = await serveLive({ env: { LD_LIBRARY_PATH: folder } });
  try {
    await expect.poll(async () => (await agent.plugin('gpu')).reason).toContain('has not answered');
    // Its call never returns, so a request that waits for it would not end.
    expect((await agent.request('/api/4/all')).status).toBe(200);
    expect(await agent.get('/gpu')).toEqual([]);
  } finally {
    await agent.stop();
  }
});
