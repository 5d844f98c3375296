/** Notification delays of alert kinds: keys of `[alerts]` such as `fs_full_for`. */
import { type FailureRule, keyOfRule } from '../../core/failure-rule.ts';
import { integerOption, type Options, type OptionValues } from '../../core/options.ts';
import { type AlertDelays, PROMPT } from '../../measure/levels/alert-delays.ts';

const MONTH = 2_592_000;

/** Momentary events are notified at once and have no end. */
export const delayOptions = (kind: FailureRule): Options =>
  kind.isMoment === true
    ? {}
    : {
        [`${keyOfRule(kind)}_for`]: integerOption(
          kind.delay ?? 0,
          'Seconds for which it lasts before it is notified.',
          [0, MONTH],
        ),
        [`${keyOfRule(kind)}_clear_for`]: integerOption(
          PROMPT.clearFor,
          'Seconds after which its end is notified.',
          [0, MONTH],
        ),
      };

/** @param options values of `[alerts]` */
export function delaysOfRule(name: string, options: OptionValues<Options>): AlertDelays {
  const seconds = (suffix: string, fallback: number): number => {
    const value = options[`${name.toLowerCase()}_${suffix}`];
    return typeof value === 'number' ? value : fallback;
  };
  const raise = seconds('for', 0);
  return {
    ...PROMPT,
    warningFor: raise,
    criticalFor: raise,
    clearFor: seconds('clear_for', PROMPT.clearFor),
  };
}
