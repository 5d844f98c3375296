/** Declaration and reading of a module as samples: one for each number of each item. */
import { adopt } from '../../../core/adopt.ts';
import { isObject } from '../../../core/members.ts';
import type { Json, Served } from '../../../core/served.ts';
import {
  flag,
  listOf,
  loose,
  mapOf,
  number,
  oneOf,
  orNull,
  text,
  texts,
  type TypeOf,
} from '../../../core/shape.ts';
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

/** Declaration and reading of a module. */
export interface ModuleAnswer {
  readonly declaration: Json;
  readonly reading: Json;
}

const FIELD = loose({
  ...texts('unit', 'description'),
  kind: oneOf(['gauge', 'counter', 'constant']),
  options: loose({
    title: text(),
    level: loose({
      limits: listOf(orNull(number())),
      lowerIsWorse: flag(),
      delay: number('', { minimum: 0 }),
    }),
  }),
});
const declarationIn = adopt(
  loose({ shape: oneOf(['object', 'list']), key: text(), fields: mapOf('By name.', FIELD) }),
);

/** Throws {@link Refused} for what is no declaration. */
export function parseModule({ declaration, reading }: ModuleAnswer): Reading {
  const { shape, key = '', fields = {} } = declarationIn(declaration) ?? {};
  const whole = newReading();
  if (shape === undefined) throw new Refused('its shape is none of object and list');
  const isList = shape === 'list';
  if (isList && !Object.hasOwn(fields, key)) throw new Refused('its key is none of its fields');
  if (isList && !Array.isArray(reading)) throw new Refused('it has read no list');
  const declared = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === undefined ? [] : [{ name, about: aboutOf(field) }],
  );
  const items: readonly Json[] =
    Array.isArray(reading) && isList ? reading : reading === null ? [] : [reading];
  for (const item of items)
    addItem(whole, { item: isObject(item) ? item : {}, key: isList ? key : null, declared });
  return whole;
}

interface One {
  readonly item: Served;
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

function aboutOf({ kind, unit, description, options: { title, level } = {} }: TypeOf<typeof FIELD>): About {
  const [, warning = null, critical = null] = level?.limits ?? [];
  return {
    kind: kind === 'counter' ? 'counter' : 'gauge',
    unit: unit === undefined ? null : (unitNamed(unit) ?? null),
    ...(description !== undefined && { help: plainWords(description) }),
    ...(title !== undefined && { title: plainWords(title) }),
    ...(warning !== null && { warning }),
    ...(critical !== null && { critical }),
    ...(level?.delay !== undefined && { for: level.delay }),
    ...(level?.lowerIsWorse === true && { below: true }),
  };
}
