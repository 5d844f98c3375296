/** Details of single processes, for the API. */
import type { Served } from '../../core/served.ts';
import type { Sampling } from '../../measure/sampler/sampling.ts';
import type { Processes } from './processes.ts';
import { processes } from '../../measure/sources/processes/processes.ts';

const LIST = 'processlist';

/** Finds processes in the process list, and controls its scan. */
export function processControl({ plugins, sampler, store }: Sampling): Processes {
  const isOn = plugins.some(({ name }) => name === LIST);
  const find = (pid: number): Served | null => {
    const served = isOn ? (store.latest(LIST).value as Served[]) : [];
    return served.find((item) => item['pid'] === pid) ?? null;
  };
  const control = () => sampler.instance(processes);
  return {
    async process(pid) {
      const entry = find(pid);
      if (entry === null) return null;
      const cmdline = await control().arguments(pid);
      return cmdline === null ? entry : { ...entry, cmdline };
    },
    select: (pid) => isOn && control().select(pid),
    askOrigins: () => (isOn ? control().askOrigins() : () => null),
    sortBy: (key) => control().prefer(key),
    order: () => ({ key: control().order(), isAutomatic: control().isAutomatic() }),
    clear: () => control().clear(),
    current() {
      const chosen = isOn ? control().current() : null;
      return chosen === null ? null : find(chosen.pid);
    },
  };
}
