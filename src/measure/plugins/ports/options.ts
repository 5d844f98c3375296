/** The section `[ports]`. */
import type { RecordType } from '../../../core/host.ts';
import { headersOf } from '../../../core/http-headers.ts';
import { OptionError } from '../../../core/option-parse.ts';
import {
  choiceOption,
  flagOption,
  type GroupEntry,
  type IdleKey,
  integerOption,
  numberedOption,
  numberOption,
  type Option,
  parsedOption,
  parsedSecretOption,
  textOption,
} from '../../../core/options.ts';
import { parsePattern } from '../shared/pattern.ts';
import { parseJsonPath, parseStatuses } from './expectations.ts';

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

const RECORD_TYPES = [
  'a',
  'aaaa',
  'caa',
  'cname',
  'mx',
  'ns',
  'ptr',
  'soa',
  'srv',
  'txt',
] as const satisfies readonly Lowercase<RecordType>[];

const METHODS = ['head', 'get', 'post', 'options'] as const;

/** Names and addresses; nothing that a program could take for an option. */
const isHost = (text: string): boolean => /^[\w:][\w.:%-]*$/.test(text);
const isDnsName = (text: string): boolean => /^[\w*][\w.*-]{0,252}$/.test(text);
const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

const common = {
  description: textOption(undefined, 'Label in user interfaces.'),
  refresh: numberOption(undefined, 'Seconds between two checks; unset: refresh of the section.', REFRESH),
  timeout: numberOption(
    undefined,
    'Seconds after which it counts as down; unset: timeout of the section.',
    SECONDS,
  ),
  rtt_warning: numberOption(undefined, 'Milliseconds above which an answer is slow.'),
};

const portMembers = {
  host: parsed('Name or address of the host.', 'db.example.org', isHost, 'a host name or an IP address'),
  port: integerOption(0, 'TCP port; 0: the host is pinged.', [0, 65_535]),
  ...common,
  pings: integerOption(1, 'Echo requests of one check; the host is down when all of them are lost.', [1, 20]),
  banner: parsedOption(
    parsePattern,
    'Regular expression that is searched for in the first 4 KiB that the server sends.',
    '^220 ',
  ),
  dns: parsed('Name to look up; the host is then a name server.', 'example.org', isDnsName, 'a DNS name'),
  dns_type: choiceOption(RECORD_TYPES, 'a', 'Type of the records.'),
  dns_value: textOption(undefined, 'Expected value of one of the records; unset: any.'),
};

type PortValues = GroupEntry<typeof portMembers>['values'];

/** Checks of one kind take no options of another. */
function lackOfPort({ port, pings, banner, dns, dns_type, dns_value }: PortValues): IdleKey | null {
  if (dns === undefined && dns_value !== undefined) return { key: 'dns_value', needed: 'dns' };
  if (dns === undefined && dns_type !== 'a') return { key: 'dns_type', needed: 'dns' };
  if (banner !== undefined && dns !== undefined) return { key: 'banner', excluded: 'dns' };
  if (banner !== undefined && port === 0) return { key: 'banner', needed: 'port' };
  if (pings > 1 && dns !== undefined) return { key: 'pings', excluded: 'dns' };
  return pings > 1 && port !== 0 ? { key: 'pings', excluded: 'port' } : null;
}

const proxy = (scheme: string): Option<string | undefined> =>
  parsed(
    `Proxy for addresses that begin with ${scheme}.`,
    'http://proxy.example.org:3128',
    isUrl,
    'a URL that starts with http:// or https://',
  );

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const webMembers = {
  url: parsed(
    'URL of the web page.',
    'https://example.org/',
    isUrl,
    'a URL that starts with http:// or https://',
  ),
  ...common,
  ssl_verify: flagOption(true, 'Whether a certificate that is not trusted counts as down.'),
  http_proxy: proxy('http'),
  https_proxy: proxy('https'),
  status: parsedOption(
    parseStatuses,
    'Status codes of a page that is up; unset: 200, 301, 302. With one from 300 to 399, redirects are not followed.',
    '200-299,401',
  ),
  method: choiceOption(
    METHODS,
    undefined,
    'Method of the request; unset: HEAD, or GET where a body is needed.',
  ),
  headers: parsedSecretOption(
    (text) => headersOf(linesOf(text), 'one a line'),
    'Headers of the request, one a line: Name: value. They are secret, and sent to the origin of the URL only.',
    'Authorization: Bearer x',
  ),
  keyword: textOption(undefined, 'Text that must be in the first 256 KiB of the page.'),
  json: parsedOption(
    (text) => ({ text, path: parseJsonPath(text) }),
    'Path of a value in the first 256 KiB of the page, which must be JSON.',
    'checks[0].status',
  ),
  json_value: textOption(undefined, 'Expected value at the path of json; unset: any.'),
};

type WebValues = GroupEntry<typeof webMembers>['values'];

function lackOfWeb({ method, keyword, json, json_value }: WebValues): IdleKey | null {
  const [key] = keyword !== undefined ? ['keyword'] : json !== undefined ? ['json'] : [];
  if (json === undefined && json_value !== undefined) return { key: 'json_value', needed: 'json' };
  return method === 'head' && key !== undefined ? { key, excluded: 'method = head' } : null;
}

export const options = {
  timeout: numberOption(3, 'Seconds after which a host counts as down.', SECONDS),
  port_default_gateway: flagOption(true, 'Ping the default gateway.'),
  ports: numberedOption(
    'port_',
    255,
    portMembers,
    'Hosts to ping and TCP ports to connect to, with numbers from 1 to 255.',
    { needs: 'host', lacks: lackOfPort },
  ),
  webs: numberedOption('web_', 255, webMembers, 'Web pages to ask for, with numbers from 1 to 255.', {
    needs: 'url',
    lacks: lackOfWeb,
  }),
};

export type PortEntry = GroupEntry<typeof portMembers>;
export type WebEntry = GroupEntry<typeof webMembers>;
