/** FS_FULL_SOON: space or inodes are forecast to run out. */
import { FORECASTS } from '../../core/alert-feeds.ts';
import { allRead, defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import { type Forecast, forecastSaid } from '../../core/forecast.ts';
import { integerOption } from '../../core/options.ts';
import { sentenceOf } from '../../core/said.ts';

const DAY_MS = 86_400_000;
/** An alert ends once the forecast is this many times later than the initial one. */
const LATER = 2;

export const fsFullSoon = defineFailureRule({
  name: 'FS_FULL_SOON',
  description:
    'By the growth of the last 14 days, space or inodes run out within fs_full_soon_days, and the slowest likely growth fills them too. It ends when there is no such forecast for twice that time.',
  level: 'WARNING',
  plugin: 'fs',
  inputs: { forecasts: FORECASTS },
  atStart: 'notify',
  options: {
    fs_full_soon_days: integerOption(3, 'FS_FULL_SOON begins so many days before.', [1, 30]),
  },
  create:
    ({ options: { fs_full_soon_days: days } }) =>
    ({ values: { forecasts }, ongoing, time }) => {
      if (forecasts === null || forecasts.time === null) return UNREAD;
      const isSoon = ({ kind, subject, likely }: Forecast): boolean =>
        (kind === 'fs' || kind === 'inodes') &&
        likely - time <= days * DAY_MS * (ongoing.has(subject) ? LATER : 1);
      // The earliest forecast comes first, and represents its subject.
      const soon = new Map(
        forecasts.forecasts
          .filter(isSoon)
          .toReversed()
          .map((forecast) => [forecast.subject, forecast]),
      );
      return allRead(
        [...soon.values()].map((forecast) => ({
          subject: forecast.subject,
          label: forecast.label,
          ...sentenceOf(forecastSaid(forecast, time)),
          details: {
            cause: forecast.kind === 'fs' ? 'space' : 'inodes',
            from: forecast.from,
            to: forecast.to,
          },
        })),
      );
    },
});
