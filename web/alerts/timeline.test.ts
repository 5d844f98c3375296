import { describe, expect, it } from 'vitest';
import type { AlertEvent } from '../api/types.ts';
import { episodeWords } from './episode-words.ts';
import { episodesOf, numbersOf } from './episodes.ts';
import { keptAlerts, MOST } from './kept-alerts.ts';
import { barsOf, lanesOf, rangeFor, spanOf } from './timeline.ts';

const NOW = 1_000_000;
const event = (change: Partial<AlertEvent>): AlertEvent => ({
  begin: NOW - 100,
  end: -1,
  state: 'WARNING',
  type: 'MEM',
  min: 1,
  max: 3,
  avg: 2,
  sum: 6,
  count: 3,
  top: [],
  desc: '',
  sort: '',
  global_msg: '',
  ...change,
});

describe('barsOf', () => {
  it('places events between three hours ago and now', () => {
    const [bar] = barsOf([event({ begin: NOW - 5400, end: NOW - 2700, state: 'CRITICAL' })], NOW, 3);
    expect(bar).toMatchObject({ level: 'critical', left: 50, width: 25 });
  });

  it('cuts what began before, and leaves out what ended before', () => {
    const bars = barsOf([event({ begin: 1 }), event({ begin: 1, end: 2 })], NOW, 3);
    expect(bars).toEqual([expect.objectContaining({ left: 0, width: 100 })]);
  });

  it('survives clocks that disagree', () => {
    expect(barsOf([event({ begin: NOW + 60, end: NOW + 30 })], NOW, 3)[0]).toMatchObject({
      left: 100,
      width: 0,
    });
  });
});

describe('episodes', () => {
  const shares = (percents: Record<string, number>) => ({
    culprits: {
      programs: Object.entries(percents).map(([name, percent]) => ({
        name,
        unit: null,
        container: null,
        percent,
      })),
      ended: 0,
    },
  });
  const events = [
    event({
      begin: NOW - 9000,
      end: NOW - 8400,
      type: 'CPU_TOTAL',
      max: 100,
      ...shares({ node: 80, ld: 20 }),
    }),
    event({
      begin: NOW - 300,
      end: NOW - 120,
      type: 'CPU_TOTAL',
      max: 90,
      state: 'CRITICAL',
      ...shares({ ld: 60, node: 40 }),
    }),
    event({ begin: NOW - 4000 }),
  ];
  const subject = {
    plugin: 'cpu',
    label: '',
    series: null,
    compared: { kind: 'percent', of: '', isLow: false },
  } as const;

  it('take equal events together, ongoing ones first', () => {
    const [memory, cpu] = episodesOf(events, NOW);
    expect(memory).toMatchObject({ type: 'MEM', isOngoing: true, seconds: 4000 });
    expect(cpu).toMatchObject({
      isOngoing: false,
      seconds: 780,
      level: 'critical',
      max: 100,
      culprits: {
        programs: [
          { name: 'node', percent: 71 },
          { name: 'ld', percent: 29 },
        ],
        ended: 0,
      },
    });
    expect(cpu?.events.map(({ begin }) => NOW - begin)).toEqual([300, 9000]);
  });

  it('are as bad as the worst event, and those that ended last come first', () => {
    const over = (type: string, before: number, state: AlertEvent['state'] = 'WARNING') =>
      event({ type, state, begin: NOW - before, end: NOW - before + 50 });
    const all = [over('A', 900, 'CRITICAL'), over('A', 500), over('B', 300), over('C', 700)];
    expect(episodesOf(all, NOW).map(({ type, level }) => `${type} ${level}`)).toEqual([
      'B warning',
      'A critical',
      'C warning',
    ]);
  });

  it('say how often, for how long, how bad and through which program', () => {
    const [, cpu] = episodesOf(events, NOW);
    const words = episodeWords(cpu!, subject, NOW, (value) => `${value} %`);
    expect(words).toBe('2 times since 11:16, 13 min in all, worst 100 %, mostly node');
    const low = episodeWords(
      cpu!,
      { ...subject, compared: { ...subject.compared, isLow: true } },
      NOW,
      String,
    );
    expect(low).toContain('worst 1,');
  });

  it('have a lane each, and one for all beyond', () => {
    const many = episodesOf(
      Array.from({ length: 9 }, (_, index) => event({ begin: NOW - index, type: `T${index}` })),
      NOW,
    );
    const lanes = lanesOf(many, NOW, 3, 4);
    expect(lanes.map(({ episode, bars }) => [episode?.type, bars.length])).toEqual([
      ['T0', 1],
      ['T1', 1],
      ['T2', 1],
      [undefined, 6],
    ]);
  });
});

describe('the alerts that are kept', () => {
  const ended = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => event({ begin: from + index, end: from + index + 1 }));

  it('are those of the journal, as they are at present', () => {
    const { events, cut } = keptAlerts(
      [...ended(600), event({ begin: 700 })],
      [event({ begin: 700, end: 705 })],
    );
    expect(events.length).toBe(601);
    expect(events[0]).toMatchObject({ begin: 700, end: 705 });
    expect(cut).toBe(null);
    // Restarted at the time of its end.
    expect(keptAlerts([event({ begin: 700, end: 703 })], [event({ begin: 700 })]).events).toEqual([
      event({ begin: 700 }),
    ]);
  });

  it('lack those that ended too soon', () => {
    expect(keptAlerts([event({ begin: 5 })], []).events).toEqual([]);
  });

  it('say since when there are all', () => {
    expect(keptAlerts(null, ended(10, 50)).cut).toEqual({
      time: 50,
      reason: 'this agent keeps the last 10 only',
    });
    expect(keptAlerts(null, ended(9)).cut).toBe(null);
    expect(keptAlerts(ended(MOST + 5), []).cut).toMatchObject({ time: 5 });
  });
});

it('a span is one of those offered', () => {
  expect([spanOf(24), spanOf(1e9)]).toEqual([24, 3]);
});

it.each([
  [{ min: 70, max: 99, avg: 85 }, { of: '' }, '70% – 99%, avg 85%'],
  [{ min: 1, max: 2, avg: 1.5 }, { of: 'per core' }, '1% – 2%, avg 1.5% per core'],
  [{ min: 90, max: 90, avg: 90 }, { of: '' }, '90%'],
  [{ min: 1, max: 3, avg: 2 }, null, '1% – 3%, avg 2%'],
  [{ min: 0, max: 0, avg: 0 }, null, ''],
  [{ min: Number.NaN, max: 3, avg: 2 }, { of: '' }, ''],
])('numbers of %j', (change, compared, words) => {
  expect(numbersOf(event(change), compared, (value) => `${value}%`)).toBe(words);
});

it('rangeFor has room for the event', () => {
  expect([10, 1000, 5000].map(rangeFor)).toEqual([0, 3600, 21_600]);
});
