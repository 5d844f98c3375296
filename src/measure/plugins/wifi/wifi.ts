import { gauge, type Reading, text } from '../../../core/fields.ts';
import type { Host } from '../../../core/host.ts';
import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { parseWireless, type WirelessLink } from '../../linux/wireless.ts';
import { createIw } from './iw.ts';
import { namesIn } from '../../sources/sysfs.ts';

const NET = '/sys/class/net';
const RADIOS = '/sys/class/ieee80211';

const fields = {
  ssid: text('Name of the interface.', { metric: { label: 'interface' } }),
  quality_link: gauge('number', 'Quality of the link; most drivers count to 70.'),
  quality_level: gauge(null, 'Strength of the signal in dBm.', {
    // Some drivers report plain numbers instead.
    range: [-256, 255],
    metric: { name: 'signal_dbm' },
    level: { header: '', limits: [-65, -75, -85], lowerIsWorse: true },
  }),
};

const { show, hide } = nameFilterOptions();
const options = { show, hide };

const item = ({ interfaceName, link, level }: WirelessLink): Reading<typeof fields> => ({
  ssid: interfaceName,
  quality_link: link,
  quality_level: level,
});

const NOTHING = 'no wireless interface: neither /proc/net/wireless nor /sys/class/ieee80211 lists one';

/** Signals of wireless interfaces: /proc/net/wireless, otherwise the program iw. */
export default definePlugin({
  name: 'wifi',
  shape: 'list',
  key: 'ssid',
  description: 'Signals of wireless interfaces.',
  fields,
  options,
  create({ host, notice, options: { show, hide } }) {
    const filter = createNameFilter({ show, hide, alias: new Map() });
    const askIw = createIw(host);

    const fromIw = async (names: readonly string[]): Promise<WirelessLink[]> => {
      if (names.length === 0) {
        notice('iw', null);
        return [];
      }
      const { byName, problem } = await askIw(names);
      notice('iw', problem && `${names.join(', ')}: not in /proc/net/wireless, so iw is asked: ${problem}`);
      return names.flatMap((interfaceName) => {
        const signal = byName.get(interfaceName);
        return signal ? [{ interfaceName, ...signal }] : [];
      });
    };

    return {
      async read() {
        const listed = listedLinks(host);
        const known = new Set(listed.map(({ interfaceName }) => interfaceName));
        const wireless = wirelessInterfaces(host);
        if (listed.length + wireless.length === 0) throw new Unsupported(NOTHING);
        const others = wireless.filter((name) => !known.has(name) && isUp(host, name));
        const isServed = (name: string): boolean => filter.serves(name);
        const names = [...known, ...others];
        notice('hidden', filter.whyEmpty(names.length, names.filter(isServed).length, 'interfaces'));
        const links = [...listed, ...(await fromIw(others.filter(isServed)))];
        return links.filter(({ interfaceName }) => isServed(interfaceName)).map(item);
      },
    };
  },
});

/** Missing without wireless extensions; Wi-Fi 7 is not in it. */
function listedLinks(host: Host): WirelessLink[] {
  try {
    return parseWireless(host.read('/proc/net/wireless'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Interfaces of the radios; hosts without radios need a single read. */
const wirelessInterfaces = (host: Host): string[] =>
  namesIn(host, RADIOS)
    .flatMap((radio) => namesIn(host, `${RADIOS}/${radio}/device/net`))
    .toSorted();

const isUp = (host: Host, name: string): boolean => host.readText(`${NET}/${name}/operstate`) === 'up';
