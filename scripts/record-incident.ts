/**
 * Causes incidents on this machine and records what the history held of them, for the benchmark `explain`.
 *
 *     npm run record-incident -- KIND [KIND…]    (all: every kind)
 *
 * An agent samples every second. Each incident has a quiet minute before it. Needs root and stress-ng, some also container engines
 * or systemd.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openReading } from '../src/run/parts/archive-reading.ts';
import { copiedHistory } from '../src/history/archive/history-paths.ts';
import { pastOfFolder } from '../src/run/parts/past-folder.ts';
import type { IncidentSeries } from '../src/explain/incident/incident.ts';
import type { Incident } from '../test/support/incident.ts';
import { HALVES, incidentNames, INCIDENTS, pathOf } from '../test/support/incident.ts';
import { type IncidentKind, KINDS, Stage } from './record-incident/causes.ts';

const SECOND = 1000;
/** The history keeps programs by minutes of the agent's run: an incident begins with one and lasts for one. */
const MINUTE = 60 * SECOND;
const BAD_MS = 62 * SECOND;
const MARGIN_MS = 4 * SECOND;

/** Without plugins whose values depend on the recorder. */
const isKept = (plugin: string): boolean => !['quicklook', 'ip', 'alert'].includes(plugin);

interface Span {
  /** Begin of the quiet time, and of the incident, and its end: milliseconds since the epoch. */
  readonly quiet: number;
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly number: number;
  readonly kind: IncidentKind;
}

/** Measured recordings count, too. */
const nextNumber = (name: string): number =>
  HALVES.flatMap(incidentNames).filter((path) => basename(path).replace(/-\d+\.json\.gz$/, '') === name)
    .length + 1;

function kindOf(name: string, number: number): IncidentKind {
  const kinds = KINDS[name] ?? [];
  const found = kinds[(number - 1) % kinds.length];
  if (found === undefined) throw new Error(`no kind ${name}`);
  return found;
}

/** Each has its own agent, which knows nothing of others. */
async function record(name: string): Promise<void> {
  const number = nextNumber(name);
  const kind = kindOf(name, number);
  const folder = mkdtempSync(join(tmpdir(), 'gander-record-'));
  const stage = new Stage();
  let agent: ChildProcess | undefined;
  try {
    await kind.prepare?.(stage);
    const conf = join(folder, 'gander.conf');
    writeFileSync(conf, '');
    const argv = ['bin/gander', '-C', conf, '-t', '1', '-w', '-p', '0', '-B', '127.0.0.1'];
    const env = { ...process.env, STATE_DIRECTORY: folder };
    agent = spawn(process.execPath, argv, { stdio: 'ignore', env });
    const ended = once(agent, 'exit');
    const start = Date.now();
    // Preparing and the start are no part of the quiet time.
    await sleep(5 * SECOND);
    const quiet = Date.now();
    await sleep(start + MINUTE - quiet);
    const from = Date.now();
    await kind.begin(stage);
    await sleep(BAD_MS);
    const to = Date.now();
    await stage.end();
    // The last values are written at the end.
    await sleep(5 * SECOND);
    agent.kill('SIGTERM');
    await ended;
    await write(join(folder, 'archive'), { name, number, kind, quiet, from, to });
    console.log(`${name}-${number}: recorded`);
  } finally {
    await stage.end();
    agent?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function write(path: string, { name, number, kind, quiet, from, to }: Span): Promise<void> {
  const reading = await openReading(path, (_, text) => console.error(text));
  const past = await pastOfFolder(copiedHistory(path), reading);
  const begin = Math.ceil(quiet / SECOND) * SECOND;
  const end = Math.floor((to + MARGIN_MS) / SECOND) * SECOND;
  const listed = (await past.series(begin, end)).filter(({ info }) => isKept(info.plugin));
  const range = { from: begin, to: end, step: SECOND, hasBand: false };
  const series: IncidentSeries[] = [];
  let index = 0;
  for await (const found of past.range(
    listed.map(({ id }) => id),
    range,
  )) {
    const { info } = listed[index++]!;
    if (found === null) continue;
    const values = [...found.bins.avg].map((one) => (Number.isNaN(one) ? null : Number(one.toPrecision(4))));
    if (values.some((one) => one !== null)) series.push({ ...info, values });
  }
  const top = new Map<number, NonNullable<Awaited<ReturnType<typeof past.top>>>>();
  for (let at = begin; at < end; at += 5 * SECOND) {
    const entry = await past.top(at);
    if (entry !== null && entry.time - entry.seconds * SECOND >= begin - 10 * SECOND)
      top.set(entry.time, entry);
  }
  const { events, marks } = await past.events(begin, end);
  const incident: Incident = {
    kind: name,
    causes: kind.causes,
    programs: kind.programs,
    window: { from: from - MARGIN_MS, to: end },
    from: begin,
    step: SECOND,
    series,
    top: [...top.values()],
    events,
    marks,
  };
  await reading.folder.close();
  const file = join(INCIDENTS, pathOf('held-out', `${name}-${number}.json.gz`));
  if (existsSync(file)) throw new Error(`${file} exists`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify(incident), { level: 9 }));
}

const wanted = process.argv.slice(2).flatMap((name) => (name === 'all' ? Object.keys(KINDS) : [name]));
const unknown = wanted.filter((name) => !Object.hasOwn(KINDS, name));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`Name incidents: all, ${Object.keys(KINDS).join(', ')}.`);
  process.exit(2);
}
for (const name of wanted) await record(name);
