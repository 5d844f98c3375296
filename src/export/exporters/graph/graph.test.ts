import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exportOnce } from '../../../../test/support/export-once.ts';
import { exporterNamed } from '../../../../test/support/exporter-opening.ts';
import { temporaryTree } from '../../../../test/support/temporary-directory.ts';
import type { Point } from '../../metrics/points.ts';
import type { Cycle } from '../exporter.ts';
import { createRecord } from './graph.ts';
import { drawChart } from './svg.ts';

const load = (min1: number): Point => ({ plugin: 'load', key: null, item: null, fields: [['min1', min1]] });
const cycle = (time: number, points: Point[]): Cycle => ({
  time,
  host: 'h&1',
  interval: 2,
  points: () => points,
  families: () => [],
});

it('draws a chart per plugin, of all exports so far', async () => {
  const path = `${temporaryTree()}/charts`;
  const disk: Point = { plugin: 'fs', key: 'mnt_point', item: '/a"<b>', fields: [['percent', 40]] };
  const cycles = [1, 2, 1.5].map((value, index) =>
    cycle(1_700_000_000_000 + index * 2000, [load(value), disk]),
  );
  const verdicts = await exportOnce(exporterNamed('graph'), { path }, cycles);
  expect(verdicts.map(({ kind }) => kind)).toEqual(['sent', 'sent', 'sent']);
  expect(readdirSync(path).sort()).toEqual(['fs.svg', 'load.svg']);
  const svg = readFileSync(`${path}/load.svg`, 'utf8');
  expect(svg).toContain('load of h&amp;1');
  expect(svg).toMatch(/<path d="M64 304L337 40L610 172"/);
  expect(readFileSync(`${path}/fs.svg`, 'utf8')).toContain('/a&quot;&lt;b> percent');
});

it('leaves a gap where a value is missing, and forgets what is gone', () => {
  const record = createRecord();
  record.add(0, [load(1)]);
  record.add(1000, []);
  record.add(2000, [load(3)]);
  expect(record.charts()[0]?.lines).toEqual([{ name: 'min1', values: [1, null, 3] }]);
  for (let index = 3; index < 605; index += 1) record.add(index * 1000, []);
  expect(record.charts()[0]).toMatchObject({ lines: [], times: { length: 600 } });
});

it('draws nothing but a frame without values', () => {
  const svg = drawChart({ title: 'x', times: [], lines: [], width: 400, height: 300 });
  expect(svg).not.toContain('NaN');
  expect(svg).toContain('1970-01-01');
});
