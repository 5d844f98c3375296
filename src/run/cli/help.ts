/** Help texts derived from the option table. */
import { EXIT_STATUS } from './exit-status.ts';
import { SUBCOMMANDS, subcommandNamed } from './subcommands.ts';
import { type CliOption, GROUPS } from './declare.ts';
import { descriptionOf, type Key, optionEntries } from './options.ts';
import { createProgram } from './program.ts';

/** Returns the text of `--help`; no line is longer than 100 columns. */
export function helpText(): string {
  let text = '';
  const program = createProgram(() => {});
  program.configureOutput({ writeOut: (part) => (text += part), getOutHasColors: () => false });
  program.outputHelp();
  return text;
}

/** Precedes the error of an invalid command line. */
export function usageOf([name, task = '']: readonly string[]): string {
  const command = subcommandNamed(name);
  if (command === undefined) return 'Usage: gander [mode] [options]; gander --help lists them.';
  const words = command.tasks.some((known) => known === task) ? `${command.name} ${task}` : command.name;
  return `Usage: gander ${words} [options]; gander ${words} --help lists them.`;
}

/** Returns the page docs/command-line.md. */
export function commandLinePage(): string {
  const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => {
    const rows = optionEntries()
      .filter(([, option]) => option.group === group)
      .map(row);
    const head = '| Option | Default | In `/args` | What it does |\n|---|---|---|---|\n';
    return `## ${GROUPS[group]}\n\n${head}${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${groups.join('\n')}\n${REMARKS}`;
}

const INTRODUCTION = `# Command line

<!-- Made by npm run docs from src/run/cli/options.ts. -->

\`gander [mode] [options]\`, with one of the modes below. Long options take \`--option value\` or \`--option=value\` and may
be shortened to an unambiguous prefix; short ones may be combined (\`-wp61208\`). The last of repeated options applies.

| Exit code | When |
|---|---|
${EXIT_STATUS.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n')}

## Commands

| Command | Tasks | What it does |
|---|---|---|
${SUBCOMMANDS.map(({ name, tasks, description }) => `| \`gander ${name}\` | ${tasks.map((task) => `\`${task}\``).join(', ')} | ${description} |`).join('\n')}

\`gander COMMAND --help\` lists the options of a command, \`gander COMMAND TASK --help\` those of a task.

`;

const REMARKS = `## Templates of the summary

A template of \`--fetch-template\` is in the language of Jinja. Plugins are the members of \`gl\`, lists by their key: \`gl.fs['/'].percent\`. An undefined name ends the program with exit code 2, unless the template asks whether it \`is defined\`, or gives a \`default\`.
\`gl.bar(percent)\` draws a bar, \`gl.auto_unit(bytes)\` shortens a number, \`gl.top_process(limit=3, sorted_by='cpu_percent')\`
lists processes.

\`\`\`jinja
{{ gl.system.hostname }}, up {{ gl.uptime }}, load {{ '%0.2f' | format(gl.load.min1) }}
CPU {{ gl.bar(gl.cpu.total) }} {{ gl.cpu.total }} %
{% for name in gl.fs.keys() %}{{ name }} {{ gl.fs[name].percent | round(1) }} %
{% endfor %}
\`\`\`

## Completion

\`\`\`sh
gander --print-completion bash > /etc/bash_completion.d/gander
gander --print-completion zsh > /usr/local/share/zsh/site-functions/_gander
gander --print-completion fish > ~/.config/fish/completions/gander.fish
\`\`\`
`;

function row([key, option]: [Key, CliOption]): string {
  const { names, offNames, argument, fallback, inArgs } = option;
  const forms = [...names, ...offNames].map((name) => `\`${name}\``).join(', ');
  const value = argument === undefined ? '' : ` \`<${argument}>\``;
  const cells = [
    forms + value,
    fallback === null || fallback === '' ? '' : `\`${fallback}\``,
    inArgs ? `\`${key}\`` : '',
    descriptionOf(option).replaceAll('|', '\\|'),
  ];
  return `| ${cells.join(' | ')} |`;
}
