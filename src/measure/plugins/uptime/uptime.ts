import { text } from '../../../core/fields.ts';
import { formatUptime } from '../../../core/format-uptime.ts';
import type { Host } from '../../../core/host.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { cpuSource } from '../../sources/stat.ts';
import { whoseSource } from '../../sources/whose.ts';

const UPTIME = '/proc/uptime';

/** Time since boot: the clock minus `btime` of /proc/stat; in a guest of lxcfs, whose `btime` is the host's, /proc/uptime. */
export default definePlugin({
  name: 'uptime',
  shape: 'scalar',
  description: 'Time since the host was started.',
  value: text('Time since the host was started.'),
  create({ host, use }) {
    const cpu = use(cpuSource);
    const whose = use(whoseSource);
    return {
      read: () => {
        const own = whose().isOwn(UPTIME) ? secondsIn(host) : null;
        return formatUptime(own ?? host.clock.now() / 1000 - cpu().stat.btime);
      },
    };
  },
});

/** Returns the first number of /proc/uptime; null if it is missing. */
function secondsIn(host: Host): number | null {
  const seconds = Number.parseFloat(host.readText(UPTIME) ?? '');
  return Number.isNaN(seconds) ? null : seconds;
}
