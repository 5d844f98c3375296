/** The manual page gander(1) in man(7) format, from the option declarations. */
import { EXIT_STATUS } from './exit-status.ts';
import { SUBCOMMANDS } from './subcommands.ts';
import { type CliOption, GROUPS } from './declare.ts';
import { descriptionOf, optionEntries } from './options.ts';

export function manPage(): string {
  const groups = Object.entries(GROUPS).flatMap(([group, title]) => [
    `.SS ${roff(title)}`,
    ...optionEntries()
      .filter(([, option]) => option.group === group)
      .flatMap(([, option]) => entry(option)),
  ]);
  return `${HEAD}${groups.join('\n')}\n${TAIL}`;
}

/** Escapes text: no requests, quotes or escapes, and dashes that can be copied. */
function roff(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\(rs')
    .replaceAll('-', '\\-')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq');
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}

function entry(option: CliOption): string[] {
  const { names, offNames, argument, fallback } = option;
  const value = argument === undefined ? '' : ` \\fI${roff(argument)}\\fR`;
  const forms = [...names, ...offNames].map((name) => `\\fB${roff(name)}\\fR`).join(', ');
  const isTold = typeof fallback !== 'boolean' && fallback !== null && fallback !== '';
  return [
    '.TP',
    forms + value,
    roff(descriptionOf(option)),
    ...(isTold ? [roff(`Default: ${fallback}.`)] : []),
  ];
}

const HEAD = `.\\" Made by npm run docs from src/run/cli/options.ts.
.TH GANDER 1 "" "Gander" "User Commands"
.SH NAME
gander \\- monitor a host and serve what it does over HTTP
.SH SYNOPSIS
.B gander
.RI [ mode ]
.RI [ options ]
.br
${SUBCOMMANDS.map(({ name, tasks }) => `.B gander ${name}\n${tasks.length > 0 ? '.IR task " [" options ]' : '.RI [ options ]'}`).join('\n.br\n')}
.SH DESCRIPTION
Gander samples CPU, memory, disks, file systems, network, processes, containers, sensors and graphics cards in the background, keeps
history, raises alerts, and shows all of it on the terminal, or serves it as a REST API, a web page, a stream and Prometheus metrics.
Without a mode it shows the screen on the terminal, where
.B ?
lists the keys.
.PP
Long options take
.B \\-\\-option value
or
.B \\-\\-option=value
and may be shortened to an unambiguous prefix; short ones may be combined.
The last of repeated options applies.
.SH OPTIONS
`;

const TAIL = `.SH COMMANDS
${SUBCOMMANDS.map(
  ({ name, description, tasks }) => `.TP
.B ${name}${tasks.length > 0 ? ' \\fItask\\fR' : ''}
${description}${tasks.length > 0 ? ` Tasks: ${tasks.join(', ')}.` : ''}
.B gander ${name} \\-\\-help
describes ${tasks.length > 0 ? 'them' : 'its options'}.`,
).join('\n')}
.SH EXIT STATUS
${EXIT_STATUS.map(
  ([code, meaning]) => `.TP
${code}
${roff(meaning)}`,
).join('\n')}
.SH SIGNALS
SIGTERM and SIGINT end the program; SIGHUP reads the configuration again where it runs as a service.
.SH FILES
.TP
.IR ~/.config/gander/gander.conf , " /etc/gander/gander.conf"
The configuration, the first one that exists.
.TP
.I /var/lib/gander
History, events and what waits to be sent, of a service.
.SH EXAMPLES
.TP
.B gander \\-w \\-B 127.0.0.1 \\-p 8080
Serve to this machine only, on port 8080.
.TP
.B gander \\-\\-stdout cpu.total,mem.percent
Print two values every two seconds.
.TP
.B gander \\-c db1 \\-\\-fetch
Print a summary of another machine that runs Gander.
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1)
`;
