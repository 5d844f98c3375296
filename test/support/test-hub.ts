/** A hub over servers of a test, with real connections and clocks. */
import { onTestFinished, vi } from 'vitest';
import { createHub, type Hub, type HubSetup } from '../../src/fleet/hub/hub.ts';
import type { Server } from '../../src/fleet/hub/server.ts';
import type { ServerState } from '../../src/fleet/hub/state.ts';
import type { ServerStatus } from '../../src/core/server-status.ts';
import { parseColumns } from '../../src/core/columns.ts';
import { createSystemClock } from '../../src/measure/host/system-clock.ts';

export interface TestHub {
  hub: Hub;
  faults: unknown[];
  state(id: string): ServerState;
  /** Waits until a server has this status. */
  until(id: string, status: ServerStatus): Promise<ServerState>;
}

export const DEFAULT_COLUMNS = ['system:hr_name', 'load:min5', 'cpu:total', 'mem:percent'];

/** Polls everything every fifth of a second; ends with the test. */
export function testHub(
  servers: readonly Server[],
  setup: Partial<HubSetup> = {},
  columns: readonly string[] = DEFAULT_COLUMNS,
): TestHub {
  const faults: unknown[] = [];
  const hub = createHub({
    checkValues: (values) => values,
    checkAlerts: (notified) => notified,
    clock: createSystemClock(),
    servers,
    columns: parseColumns(columns).map((column) => ({ ...column, unit: null, description: null })),
    refresh: 0.2,
    addedFile: null,
    onFault: (error) => void faults.push(error),
    ...setup,
  });
  onTestFinished(() => hub.stop());
  hub.start();
  hub.keepActive();
  const state = (id: string): ServerState => {
    const found = hub.find(id);
    if (found === undefined) throw new Error(`no server ${id}`);
    return found;
  };
  return {
    hub,
    faults,
    state,
    async until(id, status) {
      await vi.waitFor(
        () => {
          const { status: now, reason } = state(id);
          if (now !== status) throw new Error(`${id} is ${now}: ${reason}; ${faults.join()}`);
        },
        { interval: 5 },
      );
      return state(id);
    },
  };
}
