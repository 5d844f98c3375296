/** Builds the commander program from the option table; it splits arguments and formats help. */
import { Command, Option } from 'commander';
import { type CliOption, GROUPS } from './declare.ts';
import { descriptionOf, type Key, mainName, optionEntries } from './options.ts';
import { SUBCOMMANDS } from './subcommands.ts';

/** Called for each option in order: its raw value, or whether a flag is switched on. */
type OnOption = (key: Key, value: string | boolean) => void;

const HELP_WIDTH = 100;

export function createProgram(onOption: OnOption): Command {
  const program = new Command('gander')
    .usage('[mode] [options]')
    .helpOption(false)
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ helpWidth: HELP_WIDTH })
    .addHelpText('before', ABOUT)
    .addHelpText('after', EXAMPLES);
  for (const [key, option] of optionEntries()) {
    if (option.names.length > 0) add(program, option, option.names, (raw) => onOption(key, raw ?? true));
    if (option.offNames.length > 0) add(program, option, option.offNames, () => onOption(key, false));
  }
  return program;
}

const ABOUT = `Gander monitors this host and shows it on the terminal (the default), or serves a REST API and
a web page.
`;

const EXAMPLES = `
Examples:
  gander                                 show this host on the terminal; press ? for keys
  gander -w                              serve on http://0.0.0.0:61208/
  gander -w -B 127.0.0.1 -p 8080         serve to this machine only, on another port
  gander --stdout cpu.total,mem.percent  print two values every two seconds
  gander --stdout-json load --stop-after 1
${SUBCOMMANDS.map(({ name, description, tasks }) => `  ${`gander ${name} --help`.padEnd(39)}${tasks.join(', ') || description}`).join('\n')}`;

/** Adds one way to give an option; commander emits an event for it. */
function add(
  program: Command,
  declared: CliOption,
  names: readonly string[],
  onValue: (raw: string | null) => void,
): void {
  const option = new Option(flagsText(declared, names), describe(declared, names));
  option.helpGroup(`${GROUPS[declared.group]}:`);
  program.addOption(option);
  program.on(`option:${option.name()}`, (raw?: string) => onValue(raw ?? null));
}

/** `-p, --port <port>`: the short form and the main one. */
function flagsText({ argument }: CliOption, names: readonly string[]): string {
  const main = mainName(names);
  const short = names.find((name) => !name.startsWith('--') && name !== main);
  const forms = short === undefined ? main : `${short}, ${main}`;
  return argument === undefined ? forms : `${forms} <${argument}>`;
}

/** Returns the description with default and other forms. */
function describe(declared: CliOption, names: readonly string[]): string {
  const { fallback } = declared;
  const isTold = typeof fallback !== 'boolean' && fallback !== null && fallback !== '';
  const main = mainName(names);
  const others = names.filter((name) => name.startsWith('--') && name !== main);
  return [
    descriptionOf(declared),
    ...(isTold ? [`Default: ${fallback}.`] : []),
    ...(others.length > 0 ? [`Also: ${others.join(', ')}.`] : []),
  ].join(' ');
}
