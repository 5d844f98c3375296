/** Values of a host without a Gander agent, by SNMP: RFC 3416, RFC 3414. */
import { collect } from './collect.ts';
import { decodePlugins, type SnmpPlugins } from './decode.ts';
import type { Reading } from './reading.ts';
import { openSession } from './session.ts';
import { SnmpError, type SnmpOptions } from './snmp-options.ts';

export type { SnmpPlugins } from './decode.ts';
export { SnmpError, type SnmpOptions } from './snmp-options.ts';

export interface SnmpReader {
  /**
   * Values of the host's plugins in the shapes of version 4; rates since the last call. Ends after `timeoutMs` or by the signal.
   * Throws {@link SnmpError} with a user-readable message.
   */
  read(signal?: AbortSignal): Promise<SnmpPlugins>;
}

/** Remembers one reading. */
export function createSnmpReader(
  options: SnmpOptions,
  now: () => number = () => performance.now(),
): SnmpReader {
  let before: Reading | null = null;
  return {
    async read(signal) {
      const answers = await collectInTime(options, signal);
      const reading = { answers, at: now() };
      const plugins = decodePlugins(reading, before);
      before = reading;
      if (Object.keys(plugins).length === 0)
        throw new SnmpError(`${options.host} answers by SNMP, but has nothing that Gander reads.`);
      return plugins;
    },
  };
}

async function collectInTime(options: SnmpOptions, signal?: AbortSignal) {
  const session = await openSession(options);
  const end = once(() => session.close());
  const timer = setTimeout(end, options.timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  try {
    if (signal?.aborted) throw new SnmpError(`${options.host} was not asked by SNMP.`);
    return await collect(session);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    end();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
