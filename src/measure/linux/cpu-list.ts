import { ParseError } from '../../core/parse-error.ts';
import { decode } from './bytes.ts';

const RANGE = /^(\d{1,6})(?:-(\d{1,6}))?$/;
/** Far above any kernel's NR_CPUS; bounds damaged lists. */
const MAX_CPU = 65_535;

/**
 * Core numbers of a list such as `0-3,8` (cpuset(7), List Format), ascending; none for an empty list. Takes the bytes of a file or a
 * line of text. Throws ParseError.
 */
export function parseCpuList(list: Uint8Array | string): number[] {
  const text = (typeof list === 'string' ? list : decode(list)).trim();
  const numbers: number[] = [];
  for (const range of text === '' ? [] : text.split(',')) {
    const [, first, last = first] = RANGE.exec(range) ?? [];
    const next = numbers.length === 0 ? 0 : numbers.at(-1)! + 1;
    if (!(Number(first) >= next && Number(last) >= Number(first) && Number(last) <= MAX_CPU)) {
      throw new ParseError('a list of CPUs is malformed');
    }
    for (let cpu = Number(first); cpu <= Number(last); cpu++) numbers.push(cpu);
  }
  return numbers;
}
