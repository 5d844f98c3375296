import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { isFull, onlyInFull } from '../../../test/support/full-run.ts';
import {
  incidentNames,
  pastOfIncident,
  readIncident as readRecorded,
} from '../../../test/support/incident.ts';
import { temporaryTree } from '../../../test/support/temporary-directory.ts';
import { Slice } from '../../core/slice.ts';
import { explain } from '../explain.ts';
import type { RangeSeries } from '../../history/past/history-source.ts';
import { fileName } from './file-name.ts';
import { IncidentHistory } from './history.ts';
import { flawOf, type Incident, MOST_POINTS } from './incident.ts';
import { logsIn } from './logs.ts';
import { readIncident } from './read.ts';
import { type IncidentSetup, writeIncident } from './write.ts';

const recorded = readRecorded('cpu-one-1.json.gz');
const LINE = {
  time: recorded.window.from + 1000,
  last: recorded.window.from + 2000,
  origin: 'unit',
  name: 'app.service',
  priority: 'err',
  output: null,
  text: 'Worker ended',
  count: 2,
} as const;

async function textOf(setup: Partial<IncidentSetup> = {}): Promise<string> {
  const { pieces } = await writeIncident({
    past: pastOfIncident(recorded),
    window: recorded.window,
    host: 'web1',
    version: '4.0.0',
    now: recorded.window.to,
    redact: null,
    logs: async () => ({ ...recorded.window, lines: [LINE], sources: [] }),
    ...setup,
  });
  let text = '';
  for await (const piece of pieces()) text += piece;
  return text;
}
const parsed = async (setup?: Partial<IncidentSetup>): Promise<Incident> =>
  JSON.parse(await textOf(setup)) as Incident;
const pastOf = (incident: Incident): IncidentHistory => new IncidentHistory(incident, new Slice());

it.each(incidentNames('training').slice(0, isFull ? 6 : 2))(
  'a file of %s has the same cause as the history',
  async (name) => {
    const { window } = readRecorded(name);
    const past = pastOfIncident(readRecorded(name));
    const incident = await parsed({ past, window });
    expect(flawOf(incident)).toBeNull();
    const { verdict } = await explain(past, window);
    expect(incident.explanation.verdict).toEqual(verdict);
    expect((await explain(pastOf(incident), window)).verdict.cause).toBe(verdict.cause);
  },
);

it('answers as the history did', async () => {
  const [past, copy] = [pastOfIncident(recorded), pastOf(await parsed())];
  const { from, to } = recorded.window;
  const range = {
    from: Math.floor(from / 10_000) * 10_000,
    to: Math.floor(to / 10_000) * 10_000,
    step: 10_000,
    hasBand: false,
  };
  const columns = await Promise.all(
    [past, copy].map(async (one) => {
      const found: (RangeSeries | null)[] = [];
      for await (const series of one.range(['cpu/total', 'no/such'], range)) found.push(series);
      expect(found[1]).toBeNull();
      return [...(found[0]?.bins.avg ?? [])].map((value) => value.toFixed(2));
    }),
  );
  expect(columns[0]?.length).toBeGreaterThan(5);
  expect(columns[1]).toEqual(columns[0]);
  const ids = async (one: IncidentHistory): Promise<string[]> =>
    (await one.series(from, to)).map(({ id }) => id).sort();
  expect(await ids(copy)).toEqual(await ids(past as IncidentHistory));
  expect((await copy.moment(to - 1)).objects.get('cpu')?.get('total')).toBeGreaterThan(50);
  expect((await copy.top(from + 30_000))?.cpu[0]?.[0]).toBe((await past.top(from + 30_000))?.cpu[0]?.[0]);
});

it('holds a step of several samples with its extremes, and no more points than fit', async () => {
  const window = { from: recorded.window.from - 6 * 86_400_000, to: recorded.window.to };
  const incident = await parsed({ window });
  const total = incident.series.find(({ plugin, field }) => plugin === 'cpu' && field === 'total');
  expect(total?.values.length).toBeLessThanOrEqual(MOST_POINTS);
  const last = total?.values.at(-1) as number;
  expect(total?.max?.at(-1)).toBeGreaterThan(last);
  expect(total?.min?.at(-1)).toBeLessThan(last);
});

it('finds log lines as they are asked for', async () => {
  const logs = logsIn((await parsed()).logs ?? { from: 0, to: 0, lines: [], sources: [] });
  const ask = {
    ...recorded.window,
    journal: { unit: null },
    containers: [],
    priority: 'warning',
    output: null,
    isGrouped: true,
    text: 'WORKER',
    signal: new AbortController().signal,
  } as const;
  const found = async (change: object) => (await logs.read({ ...ask, ...change })).lines.length;
  expect(await found({})).toBe(1);
  for (const change of [
    { journal: { unit: 'b.service' } },
    { journal: 'none' },
    { text: 'other' },
    { priority: 'crit' },
    { from: LINE.last + 1 },
  ])
    expect(await found(change), JSON.stringify(change)).toBe(0);
});

it('is named after the machine and the time', () => {
  const window = { from: Date.UTC(2026, 10, 26, 3, 12), to: 0 };
  expect(fileName({ host: 'we/b"1', window })).toBe('gander-we_b_1-2026-11-26T0312.json.gz');
});

const fileOf = (content: unknown): string =>
  join(
    temporaryTree({
      x: Buffer.isBuffer(content) ? content : gzipSync(JSON.stringify(content), { level: 1 }),
    }),
    'x',
  );

it('is read back', async () => {
  const incident = await parsed();
  expect(await readIncident(fileOf(incident))).toEqual(incident);
});

it('refuses damaged and hostile files with a sentence', async () => {
  const incident = await parsed();
  const whole = gzipSync(JSON.stringify(incident));
  const good = { ...incident, series: incident.series.slice(0, 3) };
  const short = { ...good.series[0], values: [1], min: undefined, max: undefined };
  const cases: [content: unknown, message: RegExp][] = [
    [Buffer.from('hello'), /no incident file of Gander: it cannot be unpacked\.$/],
    [whole.subarray(0, whole.length / 2), /cannot be unpacked\.$/],
    [gzipSync('{"format":1,'), /is damaged: it holds no JSON\.$/],
    [gzipSync('null'), /The value must be an object\.$/],
    [{ ...good, format: 2 }, /was written by a newer Gander: update this one to open it\.$/],
    [{ ...good, series: [{ ...good.series[0], values: ['1'] }] }, /series[\w.[\]]* must be [^.]*\.$/],
    [
      { ...good, series: [{ ...good.series[0], values: Array(5000).fill(0) }] },
      /series[\w.[\]]* must be [^.]*\.$/,
    ],
    [{ ...good, series: Array.from({ length: 5000 }, () => short) }, /series[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, step: 0 }, /step[\w.[\]]* must be [^.]*\.$/],
    ...[-1e308, -1, 9e15, '1'].map((from): [unknown, RegExp] => [
      { ...good, window: { ...good.window, from } },
      /window[\w.[\]]* must be [^.]*\.$/,
    ]),
    [{ ...good, window: { ...good.window, to: 1e308 } }, /window[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, window: { from: good.window.to, to: good.window.from } }, /window[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, window: { from: 0, to: good.window.to } }, /window[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, step: 1e15 }, /step[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, from: 1e308 }, /from[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, made: -1e308 }, /made[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, series: [{ ...good.series[0], values: [1e308] }] }, /series[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, marks: [{ kind: 'start', time: 1e308, detail: null }] }, /marks[\w.[\]]* must be [^.]*\.$/],
    [
      { ...good, top: [{ time: 1e308, seconds: 1, cpu: [], memory: [], io: [] }] },
      /top[\w.[\]]* must be [^.]*\.$/,
    ],
    [{ ...good, host: 7 }, /host[\w.[\]]* must be [^.]*\.$/],
    [{ ...good, events: [{}] }, /events[\w.[\]]* must be [^.]*\.$/],
    [
      { ...good, top: [{ time: 1, seconds: 1, cpu: [[1, 2]], memory: [], io: [] }] },
      /top[\w.[\]]* must be [^.]*\.$/,
    ],
    [
      { ...good, explanation: { ...good.explanation, verdict: null } },
      /explanation[\w.[\]]* must be [^.]*\.$/,
    ],
    [{ ...good, logs: { lines: [{ text: {} }] } }, /logs[\w.[\]]* must be [^.]*\.$/],
    ...onlyInFull<[unknown, RegExp]>('an incident file of 257 MiB', [
      Buffer.concat(Array<Buffer>(257).fill(gzipSync(Buffer.alloc(2 ** 20)))),
      /is too large for an incident file of Gander\.$/,
    ]),
  ];
  for (const [content, message] of cases) {
    const path = fileOf(content);
    const error: unknown = await readIncident(path).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(message);
    expect(String(error)).toContain(path);
  }
  const folder = temporaryTree();
  await expect(readIncident(folder)).rejects.toThrow(/cannot be read: it is a directory\.$/);
  await expect(readIncident(join(folder, 'none'))).rejects.toThrow(
    /cannot be read: there is no such file\.$/,
  );
});
