/** The servers of this agent, once they listen. */
import { service } from '../../core/parts/service.ts';

export interface ListeningServer {
  readonly protocol: 'rest' | 'rpc';
  /** The address that is listened on: `0.0.0.0` and `::` stand for all. */
  readonly address: string;
  readonly port: number;
}

export interface Listening {
  /** Calls once the servers listen; at once if they do already. */
  whenListening(then: (servers: readonly ListeningServer[]) => void): void;
}
export const Listening = service<Listening>('listening servers');

/** `begin` is called when all servers listen. */
export function createListening(): Listening & { begin(servers: readonly ListeningServer[]): void } {
  let servers: readonly ListeningServer[] | null = null;
  const waiting: ((servers: readonly ListeningServer[]) => void)[] = [];
  return {
    whenListening(then) {
      if (servers === null) waiting.push(then);
      else then(servers);
    },
    begin(those) {
      servers = those;
      for (const then of waiting.splice(0)) then(those);
    },
  };
}
