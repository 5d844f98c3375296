import { parseLoadavg } from '../../linux/loadavg.ts';
import { parseMeminfoLines } from '../../linux/meminfo.ts';
import { parseVmstatCounters } from '../../linux/vmstat.ts';
import type { Collector } from '../collector.ts';

export const loadavg: Collector = {
  name: 'loadavg',
  collect(host, put) {
    const { min1, min5, min15 } = parseLoadavg(host.read('/proc/loadavg'));
    put('node_load1', 'Load over one minute.', min1);
    put('node_load5', 'Load over five minutes.', min5);
    put('node_load15', 'Load over fifteen minutes.', min15);
  },
};

/** `Active(anon)` becomes `Active_anon`. */
export const meminfo: Collector = {
  name: 'meminfo',
  collect(host, put) {
    for (const { name, value, isBytes } of parseMeminfoLines(host.read('/proc/meminfo'))) {
      const words = name.replaceAll('(', '_').replaceAll(')', '').replaceAll(/\W/g, '_');
      put(`node_memory_${words}${isBytes ? '_bytes' : ''}`, `${name} of /proc/meminfo.`, value);
    }
  },
};

const SHOWN = /^(?:oom_kill|pgpg|pswp|pg.*fault)/;

export const vmstat: Collector = {
  name: 'vmstat',
  isUntyped: true,
  collect(host, put) {
    for (const [name, value] of parseVmstatCounters(host.read('/proc/vmstat')))
      if (SHOWN.test(name)) put(`node_vmstat_${name}`, `${name} of /proc/vmstat.`, value);
  },
};
