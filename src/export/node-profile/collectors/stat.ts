import { parseStat } from '../../../measure/linux/stat.ts';
import type { Collector } from '../collector.ts';

export const stat: Collector = {
  name: 'stat',
  collect(host, put) {
    const { intr, ctxt, forks, btime, procsRunning, procsBlocked } = parseStat(host.read('/proc/stat'));
    put('node_intr_total', 'Interrupts served.', intr);
    put('node_context_switches_total', 'Context switches.', ctxt);
    put('node_forks_total', 'Processes and threads made.', forks);
    put('node_boot_time_seconds', 'When the kernel was started, seconds since 1970.', btime);
    put('node_procs_running', 'Tasks that run or could run.', procsRunning);
    put('node_procs_blocked', 'Tasks that wait for input or output.', procsBlocked);
  },
};
