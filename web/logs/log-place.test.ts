import { describe, expect, it } from 'vitest';
import type { LogAnswer, LogLine } from '../../src/explain/logs/log-lines.ts';
import {
  earlierPlace,
  followFrom,
  type LogChoices,
  type LogPlace,
  logPlace,
  logsPath,
  logsText,
  withLater,
} from './log-place.ts';

const window = { from: 1_795_824_000_000, to: 1_795_824_900_000 };

it.each([
  [{ ...window, of: 'all', name: '' }, '1795824000000-1795824900000'],
  [{ ...window, of: 'unit', name: 'app@1.service' }, '1795824000000-1795824900000/unit/app@1.service'],
  [{ ...window, of: 'container', name: 'a/b c' }, '1795824000000-1795824900000/container/a/b c'],
] as const)('%j is %s', (place, text) => {
  expect(logsText(place)).toBe(text);
  expect(logPlace(text)).toEqual(place);
});

it.each([
  '',
  'x',
  '1-2',
  '1795824900000-1795824000000',
  '1795824000000-1795824900000/host/x',
  `1-100000/unit/${'x'.repeat(256)}`,
])('%j names nothing', (text) => {
  expect(logPlace(text)).toBeNull();
});

it('asks for what was chosen', () => {
  const place = { ...window, of: 'container', name: 'a&b' } as const;
  const choices: LogChoices = { priority: 'info', output: '', grep: 'x=1', isGrouped: true };
  const path = 'api/logs?from=1795824000000&to=1795824900000&priority=info&container=a%26b';
  expect(logsPath(place, choices)).toBe(`${path}&grep=x%3D1`);
  expect(logsPath(place, { ...choices, grep: '', output: 'stderr', isGrouped: false })).toBe(
    `${path}&output=stderr&ungrouped=true`,
  );
});

it('reaches back up to seven days', () => {
  const spans: number[] = [];
  let place: LogPlace | null = { ...window, of: 'all', name: '' };
  for (; place !== null; place = earlierPlace(place)) spans.push((place.to - place.from) / 60_000);
  expect(spans).toEqual([15, 60, 240, 960, 3840, 10_080]);
});

describe('a followed log', () => {
  const line = (time: number, text = String(time)) => ({ time, text }) as LogLine;
  const answer = (from: number, to: number, ...lines: LogLine[]): LogAnswer => ({
    from,
    to,
    lines,
    sources: [],
  });

  it('has each line once, even if it came late', () => {
    const known = answer(0, 9000, line(1000), line(8000));
    const from = followFrom(known);
    expect(from).toBe(6000);
    const next = withLater(known, answer(from, 12_000, line(7000, 'late'), line(8000), line(11_000)));
    expect(next.lines.map(({ text }) => text)).toEqual(['1000', 'late', '8000', '11000']);
    expect([next.from, next.to]).toEqual([0, 12_000]);
    expect(followFrom(answer(5000, 9000))).toBe(7000);
  });

  it('keeps its last 1,000 lines, and says why some are missing', () => {
    const many = Array.from({ length: 1200 }, (_, at) => line(at));
    const reason = { source: 'container', name: 'a', state: 'unreadable', reason: 'gone' } as const;
    const next = withLater(answer(0, 1200, ...many), {
      ...answer(1200, 1300, line(1250)),
      sources: [reason],
    });
    expect([next.lines.length, next.lines.at(-1)?.time, next.sources]).toEqual([1000, 1250, [reason]]);
    expect(withLater(next, answer(1300, 1400)).sources).toEqual([reason]);
  });
});
