/** Comments that only Gander reads: `# GANDER [name] warning=80 critical=90 for=120 unit=percent title="…" below=True`. */
import { isTrue, numberOf } from '../../../core/option-parse.ts';
import { unitNamed } from '../units.ts';
import { type About, checkedName, plainWords, Refused } from '../sample.ts';

const PAIR = /\s*([a-z]+)=(?:"([^"]*)"|(\S+))(?:\s+|$)/y;
const NAMED = /^([A-Za-z_:][\w:]*)(?:\s+|$)(?!=)/;

/** @returns `name` null: about the metric that follows. Throws {@link Refused} */
export function metadataIn(text: string): { name: string | null; about: About } {
  const [whole = '', name = null] = NAMED.exec(text) ?? [];
  const about: About = {};
  const pairs = text.slice(whole.length);
  for (let at = 0; at < pairs.length; at = PAIR.lastIndex) {
    PAIR.lastIndex = at;
    const [, key = '', quoted, plain] = PAIR.exec(pairs) ?? [];
    if (key === '') throw new Refused('expected keys such as warning=80 or title="…" behind # GANDER');
    set(about, key, quoted ?? plain ?? '');
  }
  return { name: name === null ? null : checkedName(name), about };
}

function set(about: About, key: string, value: string): void {
  switch (key) {
    case 'warning':
    case 'critical':
    case 'for': {
      const number = numberOf(value);
      if (number === null || (key === 'for' && number < 0)) throw new Refused(`${key} is no number`);
      about[key] = number;
      return;
    }
    case 'unit': {
      const unit = unitNamed(value);
      if (unit === undefined)
        throw new Refused(
          'unit is none of bytes, percent, second, millisecond, celsius, hertz, watt, rpm, timestamp',
        );
      about.unit = unit;
      return;
    }
    case 'title':
      about.title = plainWords(value);
      return;
    case 'below':
      about.below = isTrue(value);
      return;
    default:
      throw new Refused(`# GANDER has no key ${plainWords(key).slice(0, 30)}`);
  }
}
