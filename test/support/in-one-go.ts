import type { Steps } from '../../src/core/steps.ts';

/** The result of all steps, without a pause. */
export function inOneGo<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
