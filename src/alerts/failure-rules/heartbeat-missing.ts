/** HEARTBEAT_MISSING: an expected call is overdue, or reported a failure. */
import { defineFailureRule, listOf } from '../../core/failure-rule.ts';
import { saying } from '../../core/said.ts';
import { createFineChecks } from './checks.ts';

export const heartbeatMissing = defineFailureRule({
  name: 'HEARTBEAT_MISSING',
  description:
    'The call of a program is overdue by period and grace of its beat, or reports `status=down`. The alert ends with the next good call.',
  level: 'WARNING',
  inputs: { checks: listOf('checks') },
  create() {
    const fine = createFineChecks();
    return ({ values: { checks } }) => {
      const beats = (checks ?? []).filter(({ kind }) => kind === 'beat');
      fine.note(beats.filter(({ up }) => up !== 0).map(({ name }) => String(name)));
      return {
        findings: beats
          .filter(({ up }) => up === 0)
          .map(({ name, description, reason, due, checked }) => ({
            subject: String(name).replace(/^beat_/, ''),
            label: String(description),
            ...saying('{reason}.', { reason: String(reason) }),
            details: {
              cause: String(reason),
              ...(typeof due === 'number' && { due }),
              ...(typeof checked === 'number' && { last_call: checked }),
            },
            ...(!fine.has(String(name)) && { isOld: true as const }),
          })),
        unknown: checks === null ? ('all' as const) : [],
      };
    };
  },
});
