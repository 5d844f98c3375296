import * as fc from 'fast-check';
import type { Json, PluginValue, ServedMember } from '../../../core/served.ts';
import { describe, expect, it } from 'vitest';
import { tries } from '../../../../test/support/full-run.ts';
import { RequestError } from '../../transport/request-error.ts';
import { createFakeClock } from '../../../../test/support/fake-clock.ts';
import { showOn } from '../../../../test/support/recorded-terminal.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import { plugins } from '../../../measure/plugins/index.ts';
import { foreignPlugins, type ForeignSource, inferredPlugin } from './foreign.ts';
import { createRemoteSubject } from '../../../show/terminal/data-source/remote.ts';

const never = (): Promise<never> => Promise.reject(new Error('it does not tell'));

/** Values as another agent serves them. */
const VALUES: Readonly<Record<string, PluginValue>> = {
  entropy: { available: 75, pool_size: 256, source: 'hwrng', is_ready: true, inner: { a: 1 } },
  pumps: [
    {
      key: 'pump_id',
      pump_id: 'p1',
      litres: 4,
      litres_rate_per_sec: 2,
      litres_gauge: 40,
      time_since_update: 2,
    },
    {
      key: 'pump_id',
      pump_id: 'p2',
      litres: 0,
      litres_rate_per_sec: 0,
      litres_gauge: 9,
      time_since_update: 2,
    },
  ],
  motto: 'festina lente',
};

const source = (changed: Partial<ForeignSource> = {}): ForeignSource => ({
  plugins: ['cpu', ...Object.keys(VALUES)],
  ask: null,
  read: async (names) => new Map(names.map((name) => [name, VALUES[name]])),
  ...changed,
});

async function screenOf(
  foreign: readonly Plugin[],
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const clock = createFakeClock();
  const source = createRemoteSubject({
    agent: {
      plugins: foreign,
      store: { latest: (name) => ({ time: 1000, value: values[name] as PluginValue }) },
      sampler: { start: async () => {}, touch: async () => {}, states: () => [] },
    },
    clock,
    refresh: 2,
    problem: () => null,
    limits: never,
    past: null,
    forecasts: null,
    explain: null,
    verdict: null,
    silence: null,
  });
  const { screen } = showOn(source, { width: 120, height: 40 });
  await source.start();
  await clock.advance(1);
  source.stop();
  return screen();
}

/** The left column. */
const column = (screen: string): string => screen.replaceAll(/^(.{36}).*$/gm, '$1');

describe('plugins that this version does not know', () => {
  it('are shown as the other agent declares them', async () => {
    const fields = {
      available: { kind: 'gauge', unit: 'byte', description: 'Random bytes.', history: true },
      pool_size: { kind: 'constant', unit: 'megaparsec', description: 'Of a later version.', history: false },
      odd: { kind: 'later', unit: null, description: '', history: false },
    };
    const asked: string[] = [];
    const ask = async (path: string): Promise<Json> => {
      asked.push(path);
      return path.endsWith('entropy') ? { name: 'entropy', shape: 'object', key: null, fields } : never();
    };
    const found = await foreignPlugins(source({ ask }), plugins);
    expect(asked).toEqual(['/api/plugins/entropy', '/api/plugins/pumps', '/api/plugins/motto']);
    expect(found.map(({ name, shape }) => [name, shape])).toEqual([
      ['entropy', 'object'],
      ['pumps', 'list'],
      ['motto', 'scalar'],
    ]);
    const screen = column(await screenOf(found, VALUES));
    expect(screen).toMatch(/^Entropy *\navailable +75 *\npool size +256 *\n/m);
    expect(screen).not.toContain('hwrng');
  });

  it('are shown by the form of their values where nobody declares them', async () => {
    const found = await foreignPlugins(source(), plugins);
    const screen = column(await screenOf(found, VALUES));
    expect(screen).toMatch(
      /^Entropy *\navailable +75 *\npool size +256 *\nsource +hwrng *\nis ready +yes *\n/m,
    );
    expect(screen).toMatch(/^Pumps +litres *\np1 +2.*\np2 +0/m);
    expect(screen).toMatch(/^motto +festina lente/m);
    expect(screen).not.toMatch(/inner|gauge|pump id|time since/);
  });

  it('are left out where nothing is told, and delay nothing that is', async () => {
    expect(await foreignPlugins(source({ read: never, ask: never }), plugins)).toEqual([]);
    const many = Array.from({ length: 500 }, (_, index) => `p${index}`);
    expect(await foreignPlugins(source({ plugins: many, read: async () => new Map() }), plugins)).toEqual([]);
    const read = async () => new Map([['p1', new RequestError('absent', 'db1 does not have it')]]);
    expect(await foreignPlugins(source({ plugins: ['p1'], read, ask: null }), plugins)).toEqual([]);
  });

  it('have a key only where all items agree on it', () => {
    const keyOf = (value: ServedMember): unknown => (inferredPlugin('x', value) as { key?: unknown }).key;
    expect(keyOf(VALUES['pumps'])).toBe('pump_id');
    expect(keyOf([{ key: 'a', a: 1 }, { a: 2 }])).toBe(null);
    expect(keyOf([{ key: 'a', b: 1 }])).toBe(null);
    const evil = inferredPlugin('x', JSON.parse('{"__proto__": 1, "constructor": 2}')) as Plugin;
    expect(Object.keys(fieldsOf(evil))).toEqual(['__proto__', 'constructor']);
  });

  it('may be anything', async () => {
    const field = fc.record({
      kind: fc.constantFrom('gauge', 'counter', 'text', 'flag', 'list', 'object', 'later'),
      unit: fc.constantFrom('byte', 'number', null, 7),
    });
    const declaration = fc.record({
      shape: fc.constantFrom('object', 'list', 'scalar', 'later'),
      key: fc.constantFrom('a', null, 7),
      fields: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'c'), fc.oneof(field, fc.jsonValue())),
    });
    const item = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'key'), fc.jsonValue({ maxDepth: 1 }));
    const value = fc.oneof(item, fc.array(item), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(declaration, fc.jsonValue()),
        value,
        value,
        async (declared, first, later) => {
          const found = await foreignPlugins(
            source({
              plugins: ['x'],
              ask: async () => declared as Json,
              read: async () => new Map([['x', first]]),
            }),
            plugins,
          );
          for (const one of [first, later])
            expect((await screenOf(found, { x: one })).split('\n')).toHaveLength(41);
        },
      ),
      {
        examples: [
          [{ shape: 'list', key: null, fields: { a: { kind: 'gauge' } } }, [null], [null, { a: 1 }]],
        ],
        numRuns: tries(30),
      },
    );
  });
});
