import { expect, it } from 'vitest';
import { OptionError, parseOption } from '../../../core/option-parse.ts';
import { processOptions } from './options.ts';

it.each(['focus', 'export'] as const)(
  'takes filters for %s, and refuses one that is no expression',
  (key) => {
    const parse = (text: string): unknown => parseOption(processOptions[key], text);
    expect(parse('nginx.*, username:root')).toEqual(['nginx.*', 'username:root']);
    expect(() => parse('nginx,name:(')).toThrow(OptionError);
    expect(() => parse('nginx,name:(')).toThrow('"(" is not a regular expression');
  },
);
