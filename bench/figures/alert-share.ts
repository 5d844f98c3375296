/** The share of alert kinds and of alerts in the CPU of a whole agent, from a profile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN, pause, startBuild } from '../child.ts';
import { digits, type Figure } from '../figure.ts';
import { fetchAll } from '../fetch-all.ts';
import { startIdleProcesses } from '../idle-processes.ts';
import { sourceMap, type Stack, timesBy } from '../profile.ts';

const PORT = 61_404;
const WARM_SECONDS = 15;
const SECONDS = 60;
const CYCLE_MS = 2000;
const REACH_PERCENT = 1;

type Part = 'kinds' | 'alerts' | 'probes' | 'other' | 'idle';

/** Kinds with the events that they make; alerts without the events that they watch; readings for kinds only. */
function partOf(stack: Stack): Part {
  if (stack === null) return 'idle';
  if (stack.some((file) => file.startsWith('src/alerts/failure-rules/'))) return 'kinds';
  if (stack.some((file) => /^src\/(?:measure\/probes\/|run\/parts\/alert-probes\.ts)/.test(file)))
    return 'probes';
  const judge = stack.find((file) => /^src\/judge\/(?:calm|events)\//.test(file));
  return judge?.startsWith('src/alerts/calm/') ? 'alerts' : 'other';
}

export async function measureAlertShare(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  const map = await sourceMap();
  const idle = await startIdleProcesses(1000);
  const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=250'];
  const agent = await startBuild({ ...OWN, nodeFlags }, PORT, ['--disable-archive']);
  try {
    for (let cycle = 0; cycle < ((WARM_SECONDS + SECONDS) * 1000) / CYCLE_MS; cycle += 1) {
      const end = performance.now() + CYCLE_MS;
      await fetchAll(PORT);
      await pause(end - performance.now());
    }
  } finally {
    await agent.stop();
    await idle.stop();
  }
  const times = await timesBy(folder, map, WARM_SECONDS, partOf);
  rmSync(folder, { recursive: true });
  const of = (part: Part): number => times.get(part) ?? 0;
  const own = of('kinds') + of('alerts');
  const all = own + of('probes') + of('other');
  const share = (ms: number): string => `${digits((ms / all) * 100)} %`;
  return {
    name: 'Alert kinds and alerts, share of the CPU of an agent, /all fetched every 2 s, 1,000 processes',
    value: `${share(own)}: kinds ${share(of('kinds'))}, alerts ${share(of('alerts'))}; readings for kinds: ${share(of('probes'))}`,
    peer: `the whole agent: ${digits(all / ((SECONDS * 1000) / CYCLE_MS))} ms a cycle`,
    reach: `≤ ${REACH_PERCENT} %`,
    isReached: own <= (all * REACH_PERCENT) / 100,
  };
}
