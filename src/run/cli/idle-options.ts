/** Sentences about given options without effect. */
import { mainName, OPTIONS } from './options.ts';
import type { CliOption } from './declare.ts';
import type { CommandLine } from './parse.ts';

export const idleOptions = ({ given }: Pick<CommandLine, 'given'>): string[] =>
  [...given].flatMap((key) => {
    const { names, instead }: CliOption = OPTIONS[key];
    return instead === undefined ? [] : [`${mainName(names)} has no effect. ${instead}`];
  });
