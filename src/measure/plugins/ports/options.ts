/** The section `[ports]`. */
import { OptionError } from '../../../core/option-parse.ts';
import {
  flagOption,
  type GroupEntry,
  integerOption,
  numberedOption,
  numberOption,
  type Option,
  textOption,
} from '../../../core/options.ts';

const SECONDS = [0.1, 60] as const;
const REFRESH = [1, 86_400] as const;

const parsed = (
  description: string,
  example: string,
  check: (text: string) => boolean,
  expected: string,
): Option<string | undefined> => ({
  ...textOption(undefined, description),
  example,
  parse(text) {
    if (check(text)) return text;
    throw new OptionError(`expected ${expected}`);
  },
});

/** Names and addresses; nothing that a program could take for an option. */
const isHost = (text: string): boolean => /^[\w:][\w.:%-]*$/.test(text);
const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const common = {
  description: textOption(undefined, 'Label in user interfaces.'),
  refresh: numberOption(undefined, 'Seconds between two checks; unset: as of the section.', REFRESH),
  timeout: numberOption(
    undefined,
    'Seconds after which it counts as down; unset: as of the section.',
    SECONDS,
  ),
  rtt_warning: numberOption(undefined, 'Milliseconds above which an answer is slow.'),
};

const portMembers = {
  host: parsed('Name or address of the host.', 'db.example.org', isHost, 'a host name or an IP address'),
  port: integerOption(0, 'TCP port; 0: the host is pinged.', [0, 65_535]),
  ...common,
};

const proxy = (scheme: string): Option<string | undefined> =>
  parsed(
    `Proxy for addresses that begin with ${scheme}.`,
    'http://proxy.example.org:3128',
    isUrl,
    'a URL that starts with http:// or https://',
  );

const webMembers = {
  url: parsed(
    'Address that is asked for.',
    'https://example.org/',
    isUrl,
    'a URL that starts with http:// or https://',
  ),
  ...common,
  ssl_verify: flagOption(true, 'Whether a certificate that is not trusted counts as down.'),
  http_proxy: proxy('http'),
  https_proxy: proxy('https'),
};

export const options = {
  timeout: numberOption(3, 'Seconds after which a host counts as down.', SECONDS),
  port_default_gateway: flagOption(true, 'Ping the default gateway.'),
  ports: numberedOption(
    'port_',
    255,
    portMembers,
    'Hosts to ping and TCP ports to connect to, with numbers from 1 to 255.',
    { needs: 'host' },
  ),
  webs: numberedOption('web_', 255, webMembers, 'Web pages to ask for, with numbers from 1 to 255.', {
    needs: 'url',
  }),
};

export type PortEntry = GroupEntry<typeof portMembers>;
export type WebEntry = GroupEntry<typeof webMembers>;
