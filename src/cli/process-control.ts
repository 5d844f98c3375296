/** Single processes, for the API. */
import type { Agent } from '../agent.ts';
import type { Processes } from '../api/context.ts';
import type { Served } from '../core/fields.ts';

const LIST = 'processlist';

/** Finds processes in what the process list serves. None can be chosen for a closer look yet. */
export function processControl(agent: Agent): Processes {
  const isOn = agent.plugins.some(({ name }) => name === LIST);
  return {
    process(pid) {
      const served = isOn ? (agent.store.latest(LIST).value as Served[]) : [];
      return served.find((item) => item['pid'] === pid) ?? null;
    },
    select: () => false,
    clear: () => {},
    current: () => null,
  };
}
