/** Opens this machine for a server. Modes that serve nothing do not load the features. */
import { explain } from '../../core/explain.ts';
import { openParts, type Running } from '../../core/parts/open.ts';
import { type Machine, managed, setupOf } from './machine.ts';
import type { Run } from './run.ts';
import { Composed, givenTo, SERVE } from './serve-parts.ts';

/** A machine whose server has parts. */
export interface ServingMachine extends Machine {
  parts: Running;
}

/** With the parts of all features. Throws `Failure`, `ConfigError` and `UsageError`. */
export async function openServingMachine(run: Run): Promise<ServingMachine> {
  const setup = setupOf(run);
  const parts = await openParts(SERVE, {
    given: givenTo(setup),
    explain,
    onProblem: (name, reason) => run.log.write('ERROR', `${name} is not available: ${reason}`),
  });
  return { ...managed(run, parts.get(Composed)), parts };
}
