import { expect, it } from 'vitest';
import { type Chosen, type ExpositionSetup, expositionPieces } from './exposition.ts';
import { type Family, labelSet } from './family.ts';

const family = (name: string, count: number): Family => ({
  name,
  type: 'gauge',
  unit: null,
  help: '',
  time: 0,
  samples: Array.from({ length: count }, (_, value) => ({
    labels: labelSet([['at', String(value)]]),
    value,
  })),
});

const SETUP: ExpositionSetup = {
  metrics: {
    families: function* () {
      yield family('small', 1);
      yield family('large', 100);
      yield family('late', 1);
    },
    collect: () => [],
    own: () => [],
    resting: [],
    stop: () => {},
  },
  points: () => [],
  glances: { prefix: 'glances', labels: new Map() },
};

const textOf = (most?: number, format: Chosen['format'] = 'openmetrics'): string =>
  [...expositionPieces(SETUP, { profiles: ['gander'], format, node: [] }, most)].join('');

it('leaves out families beyond the most, and says how many', () => {
  const text = textOf(500);
  expect(text).toContain('small{at="0"} 0\n');
  expect(text).not.toContain('large{');
  expect(text).toContain('late{at="0"} 0\n');
  expect(text).toMatch(/\ngander_metrics_truncated 1\n# EOF\n$/);
});

it('says nothing of that when all fit, and ends as the format asks for', () => {
  expect(textOf()).toMatch(/late\{at="0"\} 0\n# EOF\n$/);
  expect(textOf(undefined, 'text')).toMatch(/late\{at="0"\} 0\n$/);
});
