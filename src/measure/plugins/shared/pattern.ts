/** Regular expressions of the configuration that are searched for. */
import { partPattern, type Pattern } from '../../../core/pattern.ts';

/** A pattern as Glances users write it: with leading flags `(?i)` and Python's named groups. Throws `OptionError`. */
export function parsePattern(text: string): Pattern {
  const [, flags = '', source = ''] = /^(?:\(\?([aimsu]+)\))?([^]*)$/.exec(text) ?? [];
  return partPattern(source.replaceAll('(?P<', '(?<'), flags.replaceAll(/[^ims]/g, ''));
}
