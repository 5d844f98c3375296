import { text } from '../../../core/fields.ts';
import { formatUptime } from '../../../core/format-uptime.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { cpuSource } from '../../sources/stat.ts';

/** Time since boot: the clock minus `btime` of /proc/stat. */
export default definePlugin({
  name: 'uptime',
  shape: 'scalar',
  description: 'Time since the host was started.',
  value: text('Time since the host was started.'),
  create({ host, use }) {
    const cpu = use(cpuSource);
    return { read: () => formatUptime(host.clock.now() / 1000 - cpu().stat.btime) };
  },
});
