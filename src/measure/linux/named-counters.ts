import { decode } from './bytes.ts';

/** A displayed line. */
interface CounterLine {
  readonly name: string;
  readonly line: number;
}

/**
 * Reads selected lines of a file with a name and a counter per line (/proc/vmstat, /proc/net/snmp6); other lines are skipped. Line
 * numbers are cached: a running kernel does not change them.
 */
export function createNamedCountersReader(
  isShown: (name: string) => boolean,
): (bytes: Uint8Array) => [name: string, value: number][] {
  let shown: readonly CounterLine[] = [];
  let length = -1;
  return (bytes) => {
    const lines = decode(bytes).split('\n');
    if (lines.length !== length || !shown.every(({ name, line }) => isNamed(lines[line]!, name))) {
      length = lines.length;
      shown = lines.flatMap((text, line) => {
        const [, name] = NAME.exec(text) ?? [];
        return name !== undefined && isShown(name) ? [{ name, line }] : [];
      });
    }
    return shown.flatMap(({ name, line }) => {
      const value = lines[line]!.slice(name.length);
      return VALUE.test(value) ? [[name, Number(value)]] : [];
    });
  };
}

const NAME = /^(\w+)[ \t]/;
const VALUE = /^[ \t]+\d{1,20}$/;

const isNamed = (line: string, name: string): boolean =>
  line.startsWith(name) && (line[name.length] === ' ' || line[name.length] === '\t');
