/** Headers of HTTP requests as users write them in a configuration file. */
import { OptionError } from './option-parse.ts';

/** These belong to the request itself. */
const TAKEN =
  /^(connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|x-gander-.*)$/;
const HEADER = /^([\w!#$%&'*+.^`|~-]+):[ \t]*((?:[\x21-\x7e][\x20-\x7e]*)?)$/;

/**
 * Headers from `Name: value` pairs; names in lower case. Messages do not contain values. Throws `OptionError`.
 * @param form expected notation
 */
export const headersOf = (pairs: readonly string[], form: string): ReadonlyMap<string, string> =>
  new Map(
    pairs.map((pair) => {
      const [, name = '', value = ''] = HEADER.exec(pair) ?? [];
      if (name === '') throw new OptionError(`expected headers as Name: value, ${form}`);
      const lower = name.toLowerCase();
      if (TAKEN.test(lower)) throw new OptionError(`the header ${lower} is set by Gander`);
      return [lower, value];
    }),
  );
