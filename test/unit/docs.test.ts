import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generators } from '../../scripts/docs/generators.ts';
import { pluginsPage } from '../../scripts/docs/plugins-page.ts';
import { staleFiles } from '../../scripts/docs/stale.ts';
import { fakeList, fakeScalar } from '../support/fake-plugin.ts';

describe('the page of plugins', () => {
  const page = pluginsPage([fakeList, fakeScalar]);

  it.each([
    ['a field', '| `name` | text |  |  | never | Name. |  |  |  |'],
    [
      'extremes, history and thresholds',
      '| `load` | number | percent | 0 to 100 | it is out of range | Load. | `_min` `_max` `_mean` | yes | `load`: 50, 70, 90; log |',
    ],
    [
      'a counter',
      '| `received` | counter | bytes | 0 or more | it is out of range; it fell or leapt | Bytes received. | `_gauge` `_rate_per_sec` | yes | `rx`: 10, 20, 30 per core |',
    ],
    [
      'what may be missing or null',
      '| `fan` | number or null | rpm | 0 to 65,534 | it has no fan; it is out of range | Fan. | `_min` `_max` `_mean` | yes |  |',
    ],
    ['members', '| `owner` | object |  |  | never | Owner. Members: `id` (Id), `name` (Name). |  |  |  |'],
    ['the time of counters', '| `time_since_update` | number | seconds | above 0 | never |'],
    [
      'an option',
      '| `hide` | regular expressions, separated by commas | `lo,docker.*` | Items to leave out. |',
    ],
    ['a choice', '| `style` | `bar`, `line` |  | Style. |'],
    ['what a text plugin is', 'One word. One text, or null.'],
  ])('has %s', (_, row) => {
    expect(page).toContain(row);
  });
});

const fileOf = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

it('the generated files are what `npm run docs` writes', async () => {
  expect((await staleFiles(generators, fileOf)).map(({ path }) => path)).toEqual([]);
});

describe('staleFiles', () => {
  const generator = (path: string) => ({ path, generate: () => `text of ${path}` });

  it('tells stale and missing files from fresh ones', async () => {
    const files = new Map([
      ['fresh', 'text of fresh'],
      ['stale', 'something else'],
    ]);
    const stale = await staleFiles(
      ['fresh', 'stale', 'missing'].map(generator),
      (path) => files.get(path) ?? null,
    );
    expect(stale.map(({ path }) => path)).toEqual(['stale', 'missing']);
  });
});
