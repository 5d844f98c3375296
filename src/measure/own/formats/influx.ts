/** The line protocol of InfluxDB: `measurement,tag=value field=1.5,other=2i 1465839830100400200`. Texts are left out. */
import {
  checkedLabels,
  checkedValue,
  type Label,
  madeLabel,
  madeName,
  newReading,
  type Reading,
  refuse,
  Refused,
  unitOf,
} from '../sample.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?[iu]?$/i;
const TRUE = /^(?:t|true)$/i;
const FALSE = /^(?:f|false)$/i;

/** @param now milliseconds since the epoch @param oldMs samples older than that are refused */
export function parseInflux(text: string, now: number, oldMs: number): Reading {
  const reading = newReading();
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const place = `line ${index + 1}`;
    try {
      const [head = '', fields, stamp] = split(line, ' ');
      if (fields === undefined) throw new Refused('expected measurement,tag=value field=number');
      const [measurement = '', ...tags] = split(head, ',').map(plain);
      if (stamp !== undefined && now - Number(stamp) / 1e6 > oldMs)
        throw new Refused('its time stamp is too old');
      const labels = checkedLabels(tags.map(pairOf).map(([name, value]): Label => [madeLabel(name), value]));
      for (const field of split(fields, ',')) addField(reading, { measurement, labels, field, place });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(reading, place, error.message);
    }
  }
  return reading;
}

interface One {
  readonly measurement: string;
  readonly labels: readonly Label[];
  readonly field: string;
  readonly place: string;
}

function addField(reading: Reading, { measurement, labels, field, place }: One): void {
  try {
    const at = field.indexOf('=');
    const [key, text] = [plain(field.slice(0, Math.max(at, 0))), field.slice(at + 1)];
    if (at <= 0) throw new Refused('expected field=number');
    if (text.startsWith('"')) return;
    const name = madeName(key === 'value' ? measurement : `${measurement}_${key}`);
    const about = { kind: 'gauge' } as const;
    reading.samples.push({
      name,
      labels,
      value: checkedValue(numberIn(text)),
      about: { ...about, unit: unitOf(name, about) },
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(reading, place, error.message);
  }
}

function numberIn(text: string): number {
  if (NUMBER.test(text)) return Number(text.replace(/[iu]$/i, ''));
  if (TRUE.test(text)) return 1;
  if (FALSE.test(text)) return 0;
  throw new Refused('expected a number behind the name of a field');
}

/** Parts between separators that are neither escaped nor quoted. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (one === '\\') at += 1;
    else if (one === '"') isQuoted = !isQuoted;
    else if (one === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const plain = (text: string): string => text.replaceAll(/\\(.)/g, '$1');

function pairOf(tag: string): Label {
  const at = tag.indexOf('=');
  if (at <= 0) throw new Refused('expected tag=value');
  return [tag.slice(0, at), tag.slice(at + 1)];
}
