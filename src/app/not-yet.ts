/** Settings and options that are accepted and do nothing, one sentence each. */
import type { SectionValues } from '../config/typed.ts';
import { mainName, OPTIONS } from '../cli/options.ts';
import type { CliOption } from '../cli/declare.ts';
import type { CommandLine } from '../cli/parse.ts';

export const idleSettings = ({ outputs }: SectionValues): string[] =>
  outputs.enable_mcp ? ['[outputs] enable_mcp does nothing in this version.'] : [];

export const idleOptions = ({ given }: Pick<CommandLine, 'given'>): string[] =>
  [...given].flatMap((key) => {
    const { names, instead }: CliOption = OPTIONS[key];
    return instead === undefined ? [] : [`${mainName(names)} has no effect. ${instead}`];
  });
