/** Details of single processes, for the API. */
import type { Agent } from './agent.ts';
import type { Served } from '../../core/served.ts';
import type { Processes } from '../../serve/route/context.ts';
import { processes } from '../../measure/sources/processes/processes.ts';

const LIST = 'processlist';

/** Finds processes in the process list, and controls its scan. */
export function processControl(agent: Agent): Processes {
  const isOn = agent.plugins.some(({ name }) => name === LIST);
  const find = (pid: number): Served | null => {
    const served = isOn ? (agent.store.latest(LIST).value as Served[]) : [];
    return served.find((item) => item['pid'] === pid) ?? null;
  };
  const control = () => agent.sampler.instance(processes);
  return {
    process(pid) {
      const entry = find(pid);
      if (entry === null) return null;
      const cmdline = control().arguments(pid);
      return cmdline === null ? entry : { ...entry, cmdline };
    },
    select: (pid) => isOn && control().select(pid),
    askOrigins: () => (isOn ? control().askOrigins() : () => null),
    clear: () => control().clear(),
    current() {
      const chosen = isOn ? control().current() : null;
      return chosen === null ? null : find(chosen.pid);
    },
  };
}
