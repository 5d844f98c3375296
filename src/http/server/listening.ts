/** The servers of this agent, once they listen. */
import { service } from '../../core/parts/service.ts';

export interface ListeningServer {
  readonly protocol: 'rest' | 'rpc';
  /** The address that is listened on: `0.0.0.0` and `::` stand for all. */
  readonly address: string;
  readonly port: number;
}

type Begin = (servers: readonly ListeningServer[]) => void | Promise<void>;

export interface Listening {
  /** Calls once the servers listen; at once if they do already. @param name what begins then, for the log if it cannot */
  whenListening(name: string, then: Begin): void;
}
export const Listening = service<Listening>('listening servers');

/**
 * `begin` is called when all servers listen.
 * @param onFailure receives what could not begin; the others begin nevertheless
 */
export function createListening(
  onFailure: (name: string, error: unknown) => void,
): Listening & { begin(servers: readonly ListeningServer[]): void } {
  let servers: readonly ListeningServer[] | null = null;
  const waiting: { name: string; begin: Begin }[] = [];
  const call = async (name: string, then: Begin, those: readonly ListeningServer[]): Promise<void> => {
    try {
      await then(those);
    } catch (error) {
      onFailure(name, error);
    }
  };
  return {
    whenListening(name, then) {
      if (servers === null) waiting.push({ name, begin: then });
      else void call(name, then, servers);
    },
    begin(those) {
      servers = those;
      for (const one of waiting.splice(0)) void call(one.name, one.begin, those);
    },
  };
}
