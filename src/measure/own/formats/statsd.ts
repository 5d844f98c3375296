/** Lines of statsd: `name:value|type|@rate|#tag:value`, of the types c, g, ms, h, d and s, with tags as of DogStatsD. */
import { numberOf } from '../../../core/option-parse.ts';
import type { Pushed } from '../pushed.ts';
import { checkedLabels, type Label, madeLabel, madeName, Refused, type Sample, unitOf } from '../sample.ts';

const MOST_VALUES = 100;
const LINE = /^([^:|]+):([^|]*)\|([a-z]{1,2})(?:\|(.*))?$/;

/** A line that is refused loses only itself. */
export function takeStatsd(text: string, pushed: Pushed): void {
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    // Events and checks of services are no numbers.
    if (line === '' || line.startsWith('_e{') || line.startsWith('_sc|')) continue;
    if (!pushed.mayTakeLine()) return;
    try {
      takeLine(line, pushed);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      pushed.refuse({ place: line.slice(0, 60), reason: error.message });
    }
  }
}

function takeLine(line: string, pushed: Pushed): void {
  const [, name, values, type = '', rest = ''] = LINE.exec(line) ?? [];
  if (name === undefined || values === undefined) throw new Refused('expected name:value|type');
  const parts = rest.split('|');
  const rate = numberOf(parts.find((part) => part.startsWith('@'))?.slice(1) ?? '1') ?? 0;
  if (rate <= 0 || rate > 1) throw new Refused('its sampling rate is not between 0 and 1');
  const base = { name: madeName(name), labels: labelsIn(parts) };
  const some = type === 's' ? [values] : values.split(':', MOST_VALUES);
  for (const text of some) takeValue(pushed, base, { text, type, rate });
}

interface One {
  readonly text: string;
  readonly type: string;
  readonly rate: number;
}

function takeValue(pushed: Pushed, base: Pick<Sample, 'name' | 'labels'>, { text, type, rate }: One): void {
  const sample = (value: number, about: Sample['about']): Sample => ({
    ...base,
    value,
    about: { ...about, unit: about.unit ?? unitOf(base.name, about) },
  });
  if (type === 's') return pushed.take(sample(0, { kind: 'gauge' }), 'member', text);
  const value = numberOf(text);
  if (value === null) throw new Refused('its value is no number');
  switch (type) {
    case 'c':
      return pushed.take(sample(value / rate, { kind: 'counter' }), 'add');
    case 'g':
      return pushed.take(sample(value, { kind: 'gauge' }), /^[+-]/.test(text) ? 'add' : 'set');
    case 'ms':
      return pushed.take(sample(value, { kind: 'gauge', unit: 'millisecond' }), 'time');
    case 'h':
    case 'd':
      return pushed.take(sample(value, { kind: 'gauge' }), 'time');
    default:
      throw new Refused('its type is none of c, g, ms, h, d, s');
  }
}

function labelsIn(parts: readonly string[]): readonly Label[] {
  const tags = parts.find((part) => part.startsWith('#'))?.slice(1) ?? '';
  return checkedLabels(
    tags.split(',').flatMap((tag): Label[] => {
      const at = tag.indexOf(':');
      if (tag === '') return [];
      const [name, value] = at < 0 ? [tag, 'true'] : [tag.slice(0, at), tag.slice(at + 1)];
      return [[madeLabel(name), value]];
    }),
  );
}
