/** The declaration and the reading of a module as samples: one for each number of each item. */
import {
  type About,
  checkedLabels,
  checkedValue,
  type Label,
  madeName,
  newReading,
  plainWords,
  type Reading,
  refuse,
  Refused,
} from '../sample.ts';
import { unitNamed } from '../units.ts';

/** What a module declares and reads. */
export interface ModuleAnswer {
  readonly declaration: unknown;
  readonly reading: unknown;
}

type Json = Readonly<Record<string, unknown>>;

const NUMBERS: ReadonlySet<unknown> = new Set(['gauge', 'counter', 'constant']);

/** Throws {@link Refused} for what is no declaration. */
export function parseModule({ declaration, reading }: ModuleAnswer): Reading {
  const { shape, key, fields } = objectIn(declaration);
  const whole = newReading();
  if (shape !== 'object' && shape !== 'list') throw new Refused('its shape is none of object and list');
  if (shape === 'list' && (typeof key !== 'string' || !Object.hasOwn(objectIn(fields), key)))
    throw new Refused('its key is none of its fields');
  if (shape === 'list' && !Array.isArray(reading)) throw new Refused('it has read no list');
  const declared = Object.entries(objectIn(fields)).flatMap(([name, field]) => {
    const about = aboutIn(objectIn(field));
    return about === null ? [] : [{ name, about }];
  });
  const items = shape === 'list' ? (reading as unknown[]) : reading === null ? [] : [reading];
  for (const item of items)
    addItem(whole, { item: objectIn(item), key: shape === 'list' ? String(key) : null, declared });
  return whole;
}

interface One {
  readonly item: Json;
  readonly key: string | null;
  readonly declared: readonly { readonly name: string; readonly about: About }[];
}

function addItem(whole: Reading, { item, key, declared }: One): void {
  const named = key === null ? '' : item[key];
  const identity = typeof named === 'string' || typeof named === 'number' ? String(named) : null;
  for (const { name, about } of declared) {
    const value = item[name];
    if (value === undefined) continue;
    try {
      if (identity === null) throw new Refused('its key is no text');
      const labels: Label[] = key === null ? [] : [[key, identity]];
      if (value !== null && typeof value !== 'number') throw new Refused('it is no number');
      whole.samples.push({
        name: madeName(name),
        labels: checkedLabels(labels),
        value: checkedValue(value ?? Number.NaN),
        about,
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(whole, key === null ? name : `${name} of ${identity}`.slice(0, 100), error.message);
    }
  }
}

/** Null: no number. */
function aboutIn({ kind, unit, description, options }: Json): About | null {
  if (!NUMBERS.has(kind)) return null;
  const { title, level } = objectIn(options);
  const { limits, lowerIsWorse, delay } = objectIn(level);
  const [, warning, critical] = Array.isArray(limits) ? (limits as unknown[]) : [];
  return {
    kind: kind === 'counter' ? 'counter' : 'gauge',
    unit: typeof unit === 'string' ? (unitNamed(unit) ?? null) : null,
    ...(typeof description === 'string' && { help: plainWords(description) }),
    ...(typeof title === 'string' && { title: plainWords(title) }),
    ...(typeof warning === 'number' && { warning }),
    ...(typeof critical === 'number' && { critical }),
    ...(typeof delay === 'number' && delay >= 0 && { for: delay }),
    ...(lowerIsWorse === true && { below: true }),
  };
}

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
