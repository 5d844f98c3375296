/** Short answers of an agent while others read its history on disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weekOnDisk, IDS } from '../archive-week.ts';
import { OWN, pause, startBuild } from '../child.ts';
import { digits, type Measure } from '../figure.ts';
import { load } from '../http-load.ts';

const PORT = 61_394;
const SECONDS = 15;
/** As many as an agent accepts: four run, the others are queued. */
const QUERIES = 20;

export const measureArchiveLoad: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const archive = join(folder, 'archive');
  const config = join(folder, 'gander.conf');
  mkdirSync(archive);
  writeFileSync(config, `[archive]\nfolder=${archive}\n`);
  await weekOnDisk(archive);
  const agent = await startBuild(OWN, PORT, ['-C', config]);
  try {
    // Days are compacted from hours, and the compiler is busy.
    await pause(20_000);
    const short = () =>
      load({ port: PORT, path: '/api/4/cpu', connections: 1, seconds: SECONDS, pauseMs: 20 });
    const alone = await short();
    const series = IDS.map((id) => `series=${encodeURIComponent(id)}`).join('&');
    const [beside, queries] = await Promise.all([
      short(),
      load({
        port: PORT,
        path: `/api/history/range?${series}&from=-7d&points=1000`,
        connections: QUERIES,
        seconds: SECONDS,
      }),
    ]);
    return [
      {
        name: `History on disk: /api/4/cpu, 99th percentile, beside ${QUERIES} queries of 20 series over a week, without a pause`,
        value: `${digits(beside.p99)} ms (median ${digits(beside.p50)}, ${digits(queries.requestsPerSecond)} queries a second)`,
        peer: `without them: ${digits(alone.p99)} ms`,
        reach: '≤ 10 ms',
        isReached: beside.p99 <= 10,
      },
    ];
  } finally {
    await agent.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
