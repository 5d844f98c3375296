/**
 * Any JSON document: each number and boolean is a sample, named by its path. Items of an array have a label: their `name`, `id` or
 * `label`, or their place in it. Texts are left out.
 */
import type { Json, JsonObject, ServedMember } from '../../../core/served.ts';
import { MOST_OF_SOURCE } from '../bounds.ts';
import {
  checkedLabels,
  checkedValue,
  type Label,
  madeName,
  newReading,
  type Reading,
  refuse,
  Refused,
  unitOf,
} from '../sample.ts';

const DEEPEST = 16;
const NAMES = ['name', 'id', 'label'] as const;

/** Throws {@link Refused} for what is no JSON. */
export function parseJson(text: string): Reading {
  let whole: Json;
  try {
    whole = JSON.parse(text);
  } catch {
    throw new Refused('it is no JSON');
  }
  const reading = newReading();
  walk(reading, whole, [], []);
  return reading;
}

function walk(
  reading: Reading,
  value: ServedMember,
  path: readonly string[],
  labels: readonly Label[],
): void {
  // One more than are kept says that there are more.
  if (reading.samples.length > MOST_OF_SOURCE) return;
  if (typeof value === 'number' || typeof value === 'boolean')
    return add(reading, Number(value), path, labels);
  if (typeof value !== 'object' || value === null) return;
  if (path.length + labels.length > DEEPEST)
    return refuse(reading, path.join('.'), `it is deeper than ${DEEPEST} levels`);
  if (!Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) walk(reading, member, [...path, key], labels);
    return;
  }
  const label = labels.length === 0 ? 'item' : `item_${labels.length + 1}`;
  for (const [index, item] of value.entries())
    walk(reading, item, path, [...labels, [label, nameOf(item) ?? String(index)]]);
}

function add(reading: Reading, value: number, path: readonly string[], labels: readonly Label[]): void {
  try {
    const name = madeName(path.join('_') || 'value');
    const about = { kind: 'gauge' } as const;
    reading.samples.push({
      name,
      labels: checkedLabels(labels),
      value: checkedValue(value),
      about: { ...about, unit: unitOf(name, about) },
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(reading, path.join('.').slice(0, 100), error.message);
  }
}

function nameOf(item: Json): string | null {
  if (typeof item !== 'object' || item === null) return null;
  for (const name of NAMES) {
    const found = (item as JsonObject)[name];
    if (typeof found === 'string' && found !== '') return found;
  }
  return null;
}
