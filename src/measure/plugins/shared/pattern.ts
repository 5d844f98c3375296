/** Regular expressions of the configuration. */
import { OptionError } from '../../../core/option-parse.ts';

/** A regular expression as Glances users write it: with leading flags `(?i)` and Python's named groups. Throws `OptionError`. */
export function parsePattern(text: string): RegExp {
  const [, flags = '', source = ''] = /^(?:\(\?([aimsu]+)\))?([^]*)$/.exec(text) ?? [];
  try {
    return new RegExp(source.replaceAll('(?P<', '(?<'), flags.replaceAll(/[^ims]/g, ''));
  } catch (error) {
    const reason = (error as Error).message.replace(/^Invalid regular expression: /, '');
    throw new OptionError(`expected a regular expression, and ${reason}`);
  }
}
