/** Reads `/api/stream`: every new snapshot as it comes. */
import type { Client } from '../api/client.ts';
import { type Greeting, readEventStream } from '../api/event-stream.ts';
import { isDifference, type ProcessList } from './process-list.ts';
import type { LevelUpdate, Update } from '../store/store.ts';
import type { MachineVerdict } from '../api/types.ts';
import type { ShownVerdict } from '../store/verdicts.ts';

export { NoStream } from '../api/event-stream.ts';

/** The first event. */
export interface Hello extends Greeting {
  version: string;
  /** Seconds between updates. */
  refresh: number;
  plugins: string[];
}

export interface StreamSetup {
  client: Client;
  plugins: readonly string[];
  /** Receives differences of the process list; null: not followed. */
  processes: ProcessList | null;
  signal: AbortSignal;
  onHello(hello: Hello): void;
  onUpdate(update: Update): void;
  onLevels(update: LevelUpdate): void;
  onVerdict(verdict: MachineVerdict): void;
}

const LEVELS = '/levels';
const PROCESSES = 'processes';
const VERDICT = 'verdict';

const since = (processes: ProcessList | null): string =>
  processes === null ? '' : `&processes=${encodeURIComponent(processes.position)}`;

/**
 * Reads until the stream ends. Throws {@link NoStream} and {@link ApiProblem}.
 * @returns the agent's reason; empty: unknown
 */
export const readStream = ({
  client,
  plugins,
  processes,
  signal,
  onHello,
  onUpdate,
  onLevels,
  onVerdict,
}: StreamSetup): Promise<string> =>
  readEventStream({
    client,
    path: `api/stream?levels=true&verdict=true&plugins=${plugins.map(encodeURIComponent).join(',')}${since(processes)}`,
    signal,
    onHello: (hello) => onHello(hello as Hello),
    onEvent({ event, id }, value) {
      // The id is that of the last event that had one: levels have none of their own.
      if (event.endsWith(LEVELS))
        onLevels({ plugin: event.slice(0, -LEVELS.length), alarming: value as ShownVerdict[] });
      else if (event === VERDICT) onVerdict(value as MachineVerdict);
      else if (event === PROCESSES) {
        if (processes !== null && isDifference(value))
          onUpdate({ plugin: 'processlist', value: processes.take(value), time: timeOf(id) });
      } else if (id !== '') onUpdate({ plugin: event, value, time: timeOf(id) });
    },
  });

/** Returns the time of the sample: the last part of the event's name. */
function timeOf(id: string): number {
  const time = Number(id.slice(id.lastIndexOf('.') + 1));
  return time > 0 ? time : Date.now();
}
