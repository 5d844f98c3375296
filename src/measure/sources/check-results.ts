/** Results of all checks, by the plugin ports and by other programs. */
import { type Availability, createAvailability } from '../../core/availability.ts';
import type { CheckReports, CheckResult } from '../../core/check-result.ts';
import { service } from '../../core/parts/service.ts';
import { createSignal, type Emitter } from '../../core/parts/signal.ts';
import { defineSource } from '../../core/source.ts';

export interface CheckResults extends CheckReports {
  /** Adds a supplier of results. @param list called at each read */
  add(list: () => readonly CheckResult[]): void;
  /** To be emitted after a result has changed. */
  readonly changed: Emitter<void>;
  readonly availability: Availability;
}

export const CheckResults = service<CheckResults>('results of checks');

/** Nothing is read: suppliers and readers meet here. */
export const checkResults = defineSource<readonly CheckResult[], CheckResults>({
  name: 'check results',
  create() {
    const lists: (() => readonly CheckResult[])[] = [];
    const all = (): CheckResult[] => lists.flatMap((list) => list());
    return {
      add: (list: () => readonly CheckResult[]) => void lists.push(list),
      all,
      read: all,
      changed: createSignal<void>(),
      availability: createAvailability(),
    };
  },
});
