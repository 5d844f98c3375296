import type { Phrase } from '../../../core/phrase.ts';
import { say } from '../../../core/said.ts';
import { gauge, type Reading, text } from '../../../core/fields.ts';
import type { Host } from '../../../core/host.ts';
import { createNameFilter, nameFilterOptions } from '../../../core/name-filter.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { parseWireless, type WirelessLink } from '../../linux/wireless.ts';
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

const NOTHING: Phrase =
  'no wireless interface: neither /proc/net/wireless nor /sys/class/ieee80211 lists one';

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
        if (listed.length + wireless.length === 0) throw new Unsupported(say(NOTHING));
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

const LIMITS = { timeoutMs: 2000, maxBytes: 64 * 1024 };
const AGAIN_MS = 10_000;
/** Range from which the kernel makes a quality of 0 to 70: net/wireless/wext-compat.c, cfg80211_wireless_stats. */
const [WEAKEST, STRONGEST] = [-110, -40];

interface Signal {
  link: number;
  level: number;
}

/** Null when the interface is not connected. */
export function parseIwLink(output: string): Signal | null {
  const text = /^[ \t]*signal: (-?\d{1,4})\b[^\n]{0,100}\bdBm\b/m.exec(output)?.[1];
  if (text === undefined) return null;
  const level = Number(text);
  return { level, link: Math.min(STRONGEST, Math.max(WEAKEST, level)) - WEAKEST };
}

/** Results by interface, kept for a while; `problem` says why there are none. */
interface Signals {
  byName: ReadonlyMap<string, Signal>;
  problem: string | null;
}

/** Queries interfaces with iw sequentially, at most every ten seconds. */
export function createIw(host: Host): (names: readonly string[]) => Promise<Signals> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let latest: Signals = { byName: new Map(), problem: null };
  return async (names) => {
    if (host.clock.monotonic() - askedAt < AGAIN_MS) return latest;
    askedAt = host.clock.monotonic();
    const byName = new Map<string, Signal>();
    let problem: string | null = null;
    for (const name of names) {
      const { code, stdout, stderr, failure } = await host.run(['iw', 'dev', name, 'link'], LIMITS);
      const signal = code === 0 ? parseIwLink(stdout) : null;
      if (signal) byName.set(name, signal);
      if (code !== 0)
        problem = failure ? `${failure} (package iw)` : `it says: ${stderr.trim().slice(0, 200)}`;
    }
    return (latest = { byName, problem });
  };
}
