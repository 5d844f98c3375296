/** Shell completion scripts, from the option declarations. */
import type { DescribedCommand } from '../../core/commands/subcommand.ts';
import { SUBCOMMANDS } from './subcommands.ts';
import type { CliOption } from './declare.ts';
import { optionEntries } from './options.ts';
import type { SHELLS } from './options/modes.ts';

export type Shell = (typeof SHELLS)[number];

/** Names for completion of plugins and exporters. */
export interface Names {
  readonly plugins: readonly string[];
  readonly exporters: readonly string[];
}

export function completionScript(shell: Shell, names: Names): string {
  const forms = optionEntries().flatMap(([, option]) => formsOf(option, names));
  return { bash, zsh, fish }[shell](forms);
}

/** One form of an option, and its values. */
interface Form {
  readonly name: string;
  readonly description: string;
  /** Null: it takes no value. */
  readonly value: Value | null;
}

interface Value {
  readonly name: string;
  /** Allowed words; empty: any. */
  readonly words: readonly string[];
  readonly kind: 'files' | 'folders' | 'words';
  /** True if it takes several values, separated by commas. */
  readonly isList: boolean;
}

/** Options whose values are lists of names. */
const LISTS: ReadonlyMap<string, keyof Names> = new Map([
  ['--disable-plugin', 'plugins'],
  ['--enable-plugin', 'plugins'],
  ['--stdout', 'plugins'],
  ['--stdout-json', 'plugins'],
  ['--stdout-csv', 'plugins'],
  ['--export', 'exporters'],
  ['--export-test', 'exporters'],
]);

function formsOf(option: CliOption, known: Names): Form[] {
  const { names, offNames, argument, choices, description } = option;
  const list = names.map((name) => LISTS.get(name)).find((kind) => kind !== undefined);
  const kinds: Readonly<Record<string, Value['kind']>> = { path: 'files', dir: 'folders' };
  const value =
    argument === undefined
      ? null
      : {
          name: argument,
          words: list === undefined ? (choices ?? []) : known[list],
          kind: kinds[argument] ?? 'words',
          isList: list !== undefined,
        };
  return [...names, ...offNames].map((name) => ({ name, description, value }));
}

const HEAD = 'Made from the options of gander by gander --print-completion';

/** Names, words and placeholders are made of letters, digits, dots and dashes: they need no quotes in any of these shells. */
const list = (words: readonly string[]): string => words.join(' ');

const GROUP_NAMES = SUBCOMMANDS.map(({ name }) => name);

function bash(forms: readonly Form[]): string {
  const cases = forms
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => `    ${name}) ${bashReply(value as Value)} ;;`);
  return `# ${HEAD} bash.
_gander() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} chosen=
  COMPREPLY=()
  if [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [[ $current == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-1]} current=; fi
  case $previous in
${cases.join('\n')}
${SUBCOMMANDS.map(({ name, tasks }) => `    ${name}) COMPREPLY=($(compgen -W "${list(tasks)}" -- "$current")) ;;`).join('\n')}
    *) COMPREPLY=($(compgen -W "${list([...GROUP_NAMES, ...forms.map(({ name }) => name)])}" -- "$current")) ;;
  esac
}
complete -F _gander gander
`;
}

function bashReply({ words, kind, isList }: Value): string {
  // Outside a completion, as in tests, there is nothing to set.
  if (kind !== 'words')
    return `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -${kind === 'files' ? 'f' : 'd'} -- "$current"))`;
  if (words.length === 0) return ':';
  if (!isList) return `COMPREPLY=($(compgen -W "${list(words)}" -- "$current"))`;
  return `if [[ $current == *,* ]]; then chosen=\${current%,*},; fi; COMPREPLY=($(compgen -P "$chosen" -W "${list(words)}" -- "\${current##*,}"))`;
}

function zsh(forms: readonly Form[]): string {
  const specs = forms.map(
    ({ name, description, value }) => `  ${zshQuoted(`${name}[${zshText(description)}]${zshValue(value)}`)}`,
  );
  return `#compdef gander
# ${HEAD} zsh.
_arguments -s -S \\
${specs.join(' \\\n')} \\
  '1:command:(${list(GROUP_NAMES)})' \\
  '2:task:(${list(SUBCOMMANDS.flatMap(({ tasks }) => tasks))})'
`;
}

const zshQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const zshText = (text: string): string => text.replaceAll(/[[\]:\\]/g, '\\$&');

function zshValue(value: Value | null): string {
  if (value === null) return '';
  const { name, words, kind, isList } = value;
  if (kind === 'files') return `:${name}:_files`;
  if (kind === 'folders') return `:${name}:_files -/`;
  if (words.length === 0) return `:${name}: `;
  return isList ? `:${name}:_values -s , ${name} ${list(words)}` : `:${name}:(${list(words)})`;
}

const fishGroup = ({ name, description, tasks }: DescribedCommand): string =>
  [
    `complete -c gander -n __fish_use_subcommand -a ${name} -d ${fishQuoted(description)}`,
    ...(tasks.length === 0
      ? []
      : [`complete -c gander -n '__fish_seen_subcommand_from ${name}' -a '${list(tasks)}'`]),
  ].join('\n');

function fish(forms: readonly Form[]): string {
  const lines = forms.map(({ name, description, value }) => {
    const form = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
    return `complete -c gander ${form}${fishValue(value)} -d ${fishQuoted(description)}`;
  });
  return `# ${HEAD} fish.
complete -c gander -f
${SUBCOMMANDS.map(fishGroup).join('\n')}
${lines.join('\n')}
`;
}

const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

function fishValue(value: Value | null): string {
  if (value === null) return '';
  const { words, kind, isList } = value;
  if (kind === 'files') return ' -r -F';
  if (kind === 'folders') return " -x -a '(__fish_complete_directories)'";
  if (words.length === 0) return ' -x';
  return isList ? ` -x -a '(__fish_append , ${list(words)})'` : ` -x -a '${list(words)}'`;
}
