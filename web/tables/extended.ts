/**
 * The process with extended statistics (`/processes/extended`), which arrive with the process list, so nothing is polled. One
 * selection for all pages of an agent.
 */
import type { Client } from '../api/client.ts';
import { ApiProblem } from '../api/client.ts';

const ROUTE = 'api/4/processes/extended';

/** `refused`: the role lacks it. */
export type Selection = 'none' | 'asked' | 'selected' | 'gone' | 'failed' | 'refused';

export interface Extended {
  /** Selects a process or none (0); resolves to the outcome, null if superseded. */
  select(pid: number): Promise<Selection | null>;
  /** Ends the selection as the page closes. */
  release(): void;
}

/** Requests are sequential, so the last one wins. */
export function createExtended(client: Client): Extended {
  let wish = 0;
  let selected = 0;
  let before: Promise<unknown> = Promise.resolve();

  const ask = async (pid: number): Promise<Selection> => {
    if (pid === 0 && selected === 0) return 'none';
    try {
      await client.post(pid === 0 ? `${ROUTE}/disable` : `${ROUTE}/${pid}`);
      selected = pid;
      return pid === 0 ? 'none' : 'selected';
    } catch (error) {
      return error instanceof ApiProblem && error.status === 404 ? 'gone' : 'failed';
    }
  };
  return {
    select(pid) {
      wish += 1;
      const own = wish;
      const result = before.then(() => (own === wish ? ask(pid) : null));
      before = result;
      return result;
    },
    release() {
      if (selected === 0) return;
      selected = 0;
      client.open(`${ROUTE}/disable`, { method: 'POST', keepalive: true }).catch(() => undefined);
    },
  };
}
