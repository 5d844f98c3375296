/** Builds the heartbeat from the section `[heartbeat]`. */
import type { Clock } from '../../core/host.ts';
import { type Heartbeat, startHeartbeat } from '../../send/deliver/heartbeat.ts';
import { HEARTBEAT_OPTIONS, type HeartbeatOptions } from '../../send/deliver/heartbeat-options.ts';
import {
  type Environment,
  readSecretFile,
  SecretProblem,
  variableName,
  withSecrets,
} from '../../send/deliver/secret-value.ts';
import { Failure } from '../cli/endings.ts';
import type { Log } from '../process/log.ts';

export interface OpenHeartbeatSetup {
  options: HeartbeatOptions;
  environment: Environment;
  clock: Clock;
  log: Log;
}

/** Null without an address. Throws {@link Failure} if its file cannot be read. */
export function openHeartbeat({ options, environment, clock, log }: OpenHeartbeatSetup): Heartbeat | null {
  const { url, every } = resolved(options, environment);
  if (url === undefined) return null;
  return startHeartbeat({ url, everyMs: every * 1000, clock, log: log.write });
}

function resolved(options: HeartbeatOptions, environment: Environment): HeartbeatOptions {
  try {
    return withSecrets(HEARTBEAT_OPTIONS, options, (key) => variableName('heartbeat', key), {
      environment,
      readFile: readSecretFile,
    }) as HeartbeatOptions;
  } catch (error) {
    if (error instanceof SecretProblem) throw new Failure(`[heartbeat] ${error.message}.`);
    throw error;
  }
}
