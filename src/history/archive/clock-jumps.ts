/** Notices that the clock was set, or that the machine was suspended. */
import type { ArchiveSetup } from './setup.ts';

/** Difference of wall and monotonic clock beyond the usual corrections. */
const JUMP_MS = 5000;

const secondsText = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** Returns what to call at least once a second. @param onJump called before the mark */
export function watchJumps(
  { clock, sinceBoot, onMark }: Pick<ArchiveSetup, 'clock' | 'sinceBoot' | 'onMark'>,
  onJump: () => void,
): () => void {
  /** Milliseconds for which the machine has been suspended since boot, plus a constant; expensive. */
  const asleepNow = (): number => (sinceBoot?.()?.uptime ?? clock.monotonic()) - clock.monotonic();
  let before: { readonly offset: number; readonly asleep: number } | null = null;
  return () => {
    const offset = clock.now() - clock.monotonic();
    before ??= { offset, asleep: asleepNow() };
    const jump = offset - before.offset;
    if (Math.abs(jump) < JUMP_MS) {
      before = { ...before, offset };
      return;
    }
    onJump();
    const asleep = asleepNow();
    const slept = asleep - before.asleep;
    before = { offset, asleep };
    const set = slept >= JUMP_MS ? jump - slept : jump;
    if (slept >= JUMP_MS) onMark('suspend', secondsText(slept));
    if (Math.abs(set) >= JUMP_MS) onMark('clock', `${set > 0 ? '+' : '-'}${secondsText(Math.abs(set))}`);
  };
}
