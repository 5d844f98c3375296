/** Temperatures of disks from the daemon hddtemp. */
import { type Reason, say } from '../../../core/said.ts';
import { explained } from '../../../core/explain.ts';
import type { Host } from '../../../core/host.ts';
import { type DiskTemperature, parseHddtemp } from '../../linux/hddtemp.ts';

const LIMITS = { timeoutMs: 1000, maxBytes: 64 * 1024 };
/** Retry delay after a failure, longer each time. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;

export interface HddtempSetup {
  address: string;
  port: number;
  /** Configured explicitly, so its absence is reported. */
  isExpected: boolean;
}

/** Queries the daemon; empty if it does not reply. */
export function createDiskTemperatures(
  host: Host,
  { address, port, isExpected }: HddtempSetup,
  notice: (reason: Reason | null) => void,
): () => Promise<DiskTemperature[]> {
  const { clock } = host;
  let pauseMs = 0;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let isKnown = isExpected;

  return async () => {
    if (clock.monotonic() < askAgainAt) return [];
    try {
      const disks = parseHddtemp((await host.connectTcp(address, port, LIMITS)).bytes);
      isKnown = true;
      pauseMs = 0;
      notice(null);
      return disks;
    } catch (error) {
      pauseMs = Math.min(Math.max(pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      askAgainAt = clock.monotonic() + pauseMs;
      if (isKnown)
        notice(
          say('no disk temperatures from hddtemp: {problem}; asked again in {minutes} min', {
            problem: explained(error),
            minutes: pauseMs / 60_000,
          }),
        );
      return [];
    }
  };
}
