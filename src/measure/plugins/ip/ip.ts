import type { Phrase } from '../../../core/phrase.ts';
import { say } from '../../../core/said.ts';
import type { Host, InterfaceAddress } from '../../../core/host.ts';
import { constant, text } from '../../../core/fields.ts';
import { flagOption, integerOption, secretOption, textOption, withoutEffect } from '../../../core/options.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { defaultRoute, parseNetRoute, type Route } from '../../linux/net-route.ts';
import { createPublicAddress, type PublicAddress } from './public-address.ts';
import { orNull } from '../../../core/or-null.ts';

const fields = {
  address: text('IPv4 address of the host.', {
    nullWhen: 'no interface but the loopback has an IPv4 address',
    metric: { info: 'address' },
  }),
  mask: text('Network mask of the address.', {
    nullWhen: 'no interface but the loopback has an IPv4 address',
  }),
  mask_cidr: constant('number', 'Network mask as a number of bits.', { range: [0, 128], metric: 'skip' }),
  gateway: text('Address of the default gateway.', { nullWhen: 'there is no default route' }),
  public_address: text('Public address of the host.', {
    nullWhen: 'it is not looked up, or its service did not answer',
  }),
  public_info_human: text('Location or owner of the public address, from the lookup service.', {
    nullWhen: 'it is not looked up, or its service did not answer',
  }),
};

const NO_PUBLIC = { public_address: null, public_info_human: null };

const options = {
  public_disabled: flagOption(true, 'Do not ask a service on the internet for the public address.'),
  public_ip_disabled: withoutEffect(
    flagOption(true, 'Former name of public_disabled.'),
    'No service is asked unless public_disabled=False says so.',
  ),
  censys_url: withoutEffect(
    textOption(undefined, 'Service that describes the public address in older versions of Glances.'),
    'public_api names the service.',
  ),
  censys_fields: withoutEffect(
    textOption(undefined, 'Fields of its answer.'),
    'public_field and public_template name fields of the answer.',
  ),
  public_api: textOption(
    'https://ipv4.ipleak.net/json/',
    'URL of the service that returns the public address as JSON; http or https. Asked only with public_disabled=False.',
  ),
  public_field: textOption('ip', 'Field of the answer that holds the address.'),
  public_template: textOption('', 'Template of the description; {name} stands for a field of the answer.'),
  public_refresh_interval: integerOption(300, 'Seconds between two lookups.', [1, 86_400 * 365]),
  public_username: textOption(undefined, 'User name for the service.'),
  public_password: secretOption('Password for the service.'),
  hide_public_info: flagOption(false, 'Show only the first half of the public address.'),
};

/** Without IPv4 the file is missing or empty. */
function readRoute(host: Host): Route | null {
  return orNull(() => defaultRoute(parseNetRoute(host.read('/proc/net/route'))));
}

/** Returns the first IPv4 address of the default route's interface; otherwise of the last interface that has one. */
function mainAddress(
  addresses: readonly InterfaceAddress[],
  route: Route | null,
): InterfaceAddress | undefined {
  const candidates = addresses.filter(({ family, interfaceName }) => family === 4 && interfaceName !== 'lo');
  const named = candidates.at(-1)?.interfaceName;
  const first = (name: string | undefined) => candidates.find(({ interfaceName }) => interfaceName === name);
  return first(route?.interfaceName) ?? first(named);
}

const maskBits = (mask: string): number =>
  mask.split('.').reduce((bits, part) => bits + (Number(part).toString(2).match(/1/g)?.length ?? 0), 0);

const NO_ADDRESS: Phrase =
  'no interface but the loopback has an IPv4 address, which is what clients expect here';

/** Addresses of the host: interfaces, /proc/net/route, and optionally an internet service. */
export default definePlugin({
  name: 'ip',
  shape: 'object',
  description: 'Addresses of the host.',
  refresh: 60,
  fields,
  options,
  create({ host, options: own, notice }) {
    const askPublic: () => PublicAddress | null | Promise<PublicAddress | null> =
      own.public_disabled || own.public_api === ''
        ? () => null
        : createPublicAddress(
            host,
            {
              api: own.public_api,
              field: own.public_field,
              template: own.public_template,
              intervalSeconds: own.public_refresh_interval,
              username: own.public_username,
              password: own.public_password,
              hide: own.hide_public_info,
            },
            (text) => notice('public', text),
          );
    return {
      async read() {
        const route = readRoute(host);
        const main = mainAddress(await host.addresses(), route);
        notice('address', main ? null : say(NO_ADDRESS));
        return {
          address: main?.address ?? null,
          mask: main?.netmask ?? null,
          mask_cidr: main ? maskBits(main.netmask) : 0,
          gateway: route?.gateway ?? null,
          ...((await askPublic()) ?? NO_PUBLIC),
        };
      },
    };
  },
});
