/** Keys common to several exporters. */
import { OptionError, wordsOf } from '../../../core/option-parse.ts';
import {
  choiceOption,
  flagOption,
  integerOption,
  type Option,
  parsedOption,
  textOption,
} from '../../../core/options.ts';

const PORT = [1, 65_535] as const;

export const hostOption = (fallback = 'localhost') =>
  textOption(fallback, 'Host name or address of the server.');
export const portOption = (fallback: number) => integerOption(fallback, 'Its port.', PORT);
export const protocolOption = () => choiceOption(['http', 'https'], 'http', 'Whether TLS is used.');
export const prefixOption = (fallback: string) =>
  textOption(fallback, 'What names begin with; empty: nothing.');
export const verifyOption = () => flagOption(true, 'Check the certificate of the server.');

/** `name:value` pairs. */
export function parseTags(text: string): ReadonlyMap<string, string> {
  return new Map(
    wordsOf(text).map((pair) => {
      const [, name = '', value = ''] = /^([^:]+):(.+)$/.exec(pair) ?? [];
      if (name === '') throw new OptionError(`expected name:value pairs separated by commas, not "${pair}"`);
      return [name.trim(), value.trim()];
    }),
  );
}

export const tagsOption = (): Option<ReadonlyMap<string, string> | undefined> =>
  parsedOption(parseTags, 'Tags of all values, as name:value pairs separated by commas.', 'site:berlin');
