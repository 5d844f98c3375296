/** Runs attempts one after the other, each with a timeout. */
import type { Clock } from '../../core/host.ts';
import type { DeliveryVerdict } from './verdict.ts';

interface AttemptsSetup {
  /** Never rejects. */
  send(bytes: Uint8Array, signal: AbortSignal): Promise<DeliveryVerdict>;
  clock: Pick<Clock, 'monotonic' | 'setTimer'>;
  timeoutMs: number;
  /** Called when the timeout has passed; the attempt may go on. */
  onOverdue(): void;
  onEnd(ms: number): void;
}

export interface Attempts {
  run(bytes: Uint8Array): Promise<DeliveryVerdict>;
  abort(): void;
  /** True while an aborted attempt has not ended. */
  isOverdue(): boolean;
}

export function createAttempts({ send, clock, timeoutMs, onOverdue, onEnd }: AttemptsSetup): Attempts {
  let current: AbortController | null = null;
  let isOverdue = false;
  return {
    async run(bytes) {
      const controller = new AbortController();
      current = controller;
      isOverdue = false;
      const cancel = clock.setTimer(() => {
        isOverdue = true;
        controller.abort();
        onOverdue();
      }, timeoutMs);
      const start = clock.monotonic();
      const verdict = await send(bytes, controller.signal);
      cancel();
      onEnd(clock.monotonic() - start);
      const isLate = isOverdue;
      isOverdue = false;
      current = null;
      return isLate && verdict.kind !== 'sent'
        ? {
            kind: 'again',
            answer: `no answer within ${timeoutMs / 1000} s; check host, port and protocol, or raise timeout`,
          }
        : verdict;
    },
    abort: () => current?.abort(),
    isOverdue: () => isOverdue,
  };
}
