/** UNIT_FAILED: a systemd unit is in the state `failed`. */
import { defineFailureRule, listOf } from '../../core/failure-rule.ts';
import { endOf } from '../../core/unit-words.ts';
import { saying } from '../../core/said.ts';

export const unitFailed = defineFailureRule({
  name: 'UNIT_FAILED',
  description:
    'A unit of systemd enters the state `failed` without a request to stop. The alert ends when the unit leaves that state.',
  level: 'WARNING',
  inputs: { units: listOf('units') },
  create:
    () =>
    ({ values: { units } }) => ({
      findings: (units ?? [])
        .filter(({ active_state: state, stopped }) => state === 'failed' && stopped !== true)
        .map((unit) => {
          const { result, exit_code: code, exit_signal: signal, trigger } = unit;
          const end = endOf(unit);
          const name = String(unit['name']);
          return {
            subject: name,
            ...(end === null
              ? saying('{name} failed.', { name })
              : saying('{name} failed: {end}.', { name, end })),
            details: {
              ...(typeof result === 'string' && { cause: result }),
              ...(typeof code === 'number' && { exit_code: code }),
              ...(typeof signal === 'string' && { signal }),
              ...(typeof trigger === 'string' && { trigger }),
            },
          };
        }),
      unknown: units === null ? 'all' : [],
    }),
});
