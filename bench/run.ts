/**
 * The figures of DESIGN section 5, each with its peer measured in the same run. `npm run bench` runs all of them,
 * `npm run bench -- scan start` some. Exits 1 when one is not reached.
 */
import { execFileSync } from 'node:child_process';
import { cpus, release } from 'node:os';
import { type Figure, type Measure, printTable } from './figure.ts';
import { measureAccess } from './figures/access.ts';
import { measureAlertShare } from './figures/alert-share.ts';
import { measureArchiveHour } from './figures/archive-hour.ts';
import { measureArchiveLoad } from './figures/archive-load.ts';
import { measureArchiveQueries } from './figures/archive-queries.ts';
import { measureRecorded } from './figures/archive-recorded.ts';
import { measureBlocks } from './figures/blocks.ts';
import { measureCycles, measureIdleAgent } from './figures/cycle.ts';
import { measureExplain } from './figures/explain.ts';
import { measureExport } from './figures/export.ts';
import { measureDayDown, measureStartWithExporters } from './figures/export-down.ts';
import { measureExportShare } from './figures/export-share.ts';
import { measureFleet } from './figures/fleet.ts';
import { measureForecast } from './figures/forecast.ts';
import { measureMemory, measurePeak } from './figures/memory.ts';
import { measureMetrics } from './figures/metrics.ts';
import { measurePage, measurePageHeap } from './figures/page.ts';
import { measureScale } from './figures/scale.ts';
import { measureProcessScan } from './figures/scan.ts';
import { measureLatency, measureThroughput } from './figures/serving.ts';
import { measureStart } from './figures/start.ts';
import { measureStream } from './figures/stream.ts';
import { measureTerminal } from './figures/terminal.ts';
import { measureTricks } from './figures/tricks.ts';

const measures: Readonly<Record<string, Measure>> = {
  scan: measureProcessScan,
  cycle: measureCycles,
  idle: measureIdleAgent,
  alerts: async () => [await measureAlertShare()],
  throughput: measureThroughput,
  blocks: measureBlocks,
  latency: measureLatency,
  access: measureAccess,
  stream: measureStream,
  page: measurePage,
  heap: measurePageHeap,
  fleet: measureFleet,
  scale: measureScale,
  memory: measureMemory,
  peak: measurePeak,
  start: measureStart,
  archive: async () => [
    ...(await measureRecorded()),
    ...(await measureArchiveHour()),
    ...(await measureArchiveQueries()),
    ...(await measureArchiveLoad()),
  ],
  forecast: measureForecast,
  explain: measureExplain,
  terminal: measureTerminal,
  metrics: measureMetrics,
  tricks: measureTricks,
  export: async () => [
    ...(await measureExport()),
    await measureExportShare(),
    await measureStartWithExporters(),
    ...(await measureDayDown()),
  ],
};

/** Run by its name only: it needs a second build. */
const COMPARISON = 'tricks';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) {
  console.error(`bench: there is no figure "${unknown[0]}"; there are ${Object.keys(measures).join(', ')}`);
  process.exit(2);
}

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
console.log(`Node ${process.version}, Linux ${release()}, ${cpus().length} × ${cpus()[0]?.model}\n`);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (wanted.length > 0 ? !wanted.includes(name) : name === COMPARISON) continue;
  process.stderr.write(`measuring ${name} …\n`);
  figures.push(...(await measure()));
}
printTable(figures);
process.exitCode = figures.every(({ isReached }) => isReached) ? 0 : 1;
