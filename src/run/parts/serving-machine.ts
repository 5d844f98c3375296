/** Opens this machine for a server. Modes that serve nothing do not load the features. */
import { explain } from '../../core/explain.ts';
import { openParts, type Running } from '../../core/parts/open.ts';
import { createListening } from '../../http/server/listening.ts';
import { type Machine, managed, setupOf } from './machine.ts';
import type { Run } from './run.ts';
import { Composed, givenTo, SERVE } from './serve-parts.ts';

/** A machine whose server has parts. */
export interface ServingMachine extends Machine {
  parts: Running;
  /** Begins when all servers listen. */
  listening: ReturnType<typeof createListening>;
}

/** Longer than the end of the process, which bounds all stops together. */
const STOP_MS = 5000;

/** With the parts of all features, which stop with the process. Throws `Failure`, `ConfigError` and `UsageError`. */
export async function openServingMachine(run: Run): Promise<ServingMachine> {
  const setup = setupOf(run);
  const listening = createListening();
  const parts = await openParts(SERVE, {
    given: givenTo(setup, run.life, listening),
    explain,
    onProblem: (name, reason) => run.log.write('ERROR', `${name} is not available: ${reason}`),
    stopMs: STOP_MS,
    atEnd: run.life.atEnd,
  });
  return { ...managed(run, parts.get(Composed)), parts, listening };
}
