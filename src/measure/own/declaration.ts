/** The declaration of a source's plugin: one item for each series, so series may come and go while the agent runs. */
import { numberOrNull } from '../../core/members.ts';
import type { About, State } from './sample.ts';
import { constant, cumulative, flag, gauge, mapOf, type Reading, text } from '../../core/fields.ts';
import type { Level, ThresholdRule } from '../../core/level-rule.ts';
import type { Served } from '../../core/served.ts';

/** Alerts of users' numbers are raised without `log`, as their thresholds are wanted ones. */
const rule = (delays: readonly [number, number], below: boolean): ThresholdRule => ({
  header: '',
  log: true,
  delays,
  isSigned: true,
  lowerIsWorse: below,
  appliesTo: (item) => (item['below'] === true) === below && item['state'] === undefined,
  delayOf: ({ for: seconds }) => numberOrNull(seconds),
  isFilledIn: true,
  stated: ({ warning, critical }) => ({
    careful: null,
    warning: numberOrNull(warning),
    critical: numberOrNull(critical),
  }),
});

/** @param delay seconds for which a warning and a critical level last before they are notified */
export const fieldsWith = (delays: readonly [number, number]) => ({
  name: text('Name of the series: that of its metric, with the values of its labels.', {
    metric: 'skip',
  }),
  value: gauge(null, 'Value; of a counter its increase per second.', {
    nullWhen: 'the source gives no number now, or an increase needs a second reading',
    range: null,
    unitBy: 'unit',
    level: [
      rule(delays, false),
      rule(delays, true),
      {
        header: '',
        log: true,
        appliesTo: ({ state }: Served) => state !== undefined,
        state: ({ state }: Served) => LEVELS[state as State],
      },
    ],
  }),
  total: cumulative('number', 'Cumulative value of a counter.', { sparse: true, unitBy: 'counted_in' }),
  metric: text('Name of the metric, as its source writes it.'),
  title: text('Its title, in the words of the source.', { sparse: true }),
  state: text('Level by the judgement of the source: OK, WARNING, CRITICAL or UNKNOWN.', { sparse: true }),
  message: text('What the source says of its state.', { sparse: true }),
  help: text('Description, in the words of the source.', { sparse: true }),
  unit: text('Unit of the value; empty: none.'),
  counted_in: text('Unit of the cumulative value; empty: none.', { sparse: true }),
  labels: mapOf(null, 'Labels of the series.', text('Value of a label.')),
  warning: constant(null, 'Threshold of a warning, by the source.', { sparse: true, range: null }),
  critical: constant(null, 'Threshold of the critical level, by the source.', { sparse: true, range: null }),
  below: flag('bool', 'Whether lower values are worse.', { sparse: true }),
  for: constant('second', 'How long a level lasts before it is notified, by the source.', { sparse: true }),
});

const LEVELS: Readonly<Record<State, Level>> = {
  OK: 'OK',
  WARNING: 'WARNING',
  CRITICAL: 'CRITICAL',
  UNKNOWN: 'WARNING',
};

export type OwnItem = Reading<ReturnType<typeof fieldsWith>>;

/** Thresholds and words that the configuration sets for all series of a source. */
export type Wished = Pick<About, 'warning' | 'critical' | 'for' | 'below'>;
