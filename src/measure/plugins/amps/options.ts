/** The sections `[amp_NAME]`. */
import { OptionError } from '../../../core/option-parse.ts';
import {
  flagOption,
  type GroupEntry,
  numberOption,
  type Option,
  parsedOption,
  sectionsOption,
  textOption,
} from '../../../core/options.ts';
import { parsePattern } from '../shared/pattern.ts';

const statusUrl: Option<string | undefined> = {
  ...textOption(undefined, 'nginx: address of its page of stub_status.'),
  example: 'http://localhost/nginx_status',
  parse(text) {
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
    throw new OptionError('expected a URL that starts with http:// or https://');
  },
};

const members = {
  enable: flagOption(false, 'Whether it is enabled.'),
  refresh: numberOption(undefined, 'Seconds between two runs; without it the AMP is off.', [1, 86_400]),
  regex: parsedOption(
    parsePattern,
    'Regular expression that is searched for in names and command lines of processes. Nothing runs unless one matches. Unset: it always runs.',
    String.raw`\/usr\/sbin\/nginx`,
  ),
  countmin: numberOption(undefined, 'Smallest expected number of such processes.'),
  countmax: numberOption(undefined, 'Largest expected number of such processes.'),
  one_line: flagOption(false, 'Put the result into one line.'),
  command: {
    ...textOption(
      undefined,
      'Command whose output is the result; unset: use of CPU and memory. && separates commands, of which one runs if the last succeeded. There is no shell.',
    ),
    example: 'uptime --pretty',
  },
  status_url: statusUrl,
  systemctl_cmd: textOption('/bin/systemctl --plain', 'systemd: command that lists units.'),
  service_cmd: textOption('/usr/bin/service --status-all', 'systemv: command that lists services.'),
};

/** Kinds that list services, by a command with a default. */
const SERVICES = new Set(['systemd', 'systemv']);

export const options = {
  operators: flagOption(
    true,
    'Whether && separates commands. With False, or --disable-config-exec, it is an argument like any other.',
  ),
  amps: sectionsOption(
    'amp_',
    members,
    'An application to watch (application monitoring process). The names nginx, systemd and systemv have a meaning; any other shows the output of a command, or the use of CPU and memory.',
    (name, { enable, refresh, regex, command, status_url }) => {
      const lacking = (needed: string) => ({ key: 'enable', needed });
      const kind = name.toLowerCase();
      if (!enable) return null;
      if (refresh === undefined) return lacking('refresh');
      if (kind === 'nginx') return status_url === undefined ? lacking('status_url') : null;
      const hasResult = SERVICES.has(kind) || command !== undefined || regex !== undefined;
      return hasResult ? null : lacking('command or regex');
    },
  ),
};

export type AmpEntry = GroupEntry<typeof members>;
export type AmpValues = AmpEntry['values'];
