/** The machine to watch. */
import { UsageError, Failure } from '../../core/errors.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { parseStat } from '../../measure/linux/stat.ts';
import { createHost, type LocalHost } from '../../measure/host/local-host.ts';
import { createSystemClock } from '../../measure/host/system-clock.ts';
import type { CommandLine } from '../cli/parse.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws {@link UsageError} if `--rootfs` contains none, and {@link Failure}. */
export function openHost(
  { values }: CommandLine,
  environment: Environment,
  clock = createSystemClock(),
): LocalHost {
  const root = values.rootfs ?? (environment['GANDER_ROOTFS'] || undefined);
  const host = createHost({ root, clock, neverBlocks: true });
  try {
    parseStat(host.read('/proc/stat'));
  } catch (error) {
    const reason = reasonOf(error);
    if (root === undefined)
      throw new Failure(
        `/proc/stat cannot be read: ${reason}. Mount the root of the watched host and name it with --rootfs.`,
      );
    throw new UsageError(
      `${values.rootfs === null ? 'GANDER_ROOTFS' : '--rootfs'}: ${root} is not the root of a host, because ${root}/proc/stat cannot be read: ${reason}. Mount the root of the watched host there.`,
    );
  }
  return host;
}
