/** `/api/forecasts`: when something will be full, worn out or expired. */
import { FORECAST_KINDS, type Forecasts, forecastSaid, NO_FORECASTS } from '../../core/forecast.ts';
import { LatestForecasts } from '../../core/latest-forecasts.ts';
import { optional } from '../../core/parts/service.ts';
import { inEnglish } from '../../core/said.ts';
import { answering } from '../../http/server/answer.ts';
import { closed, integer, listOf, number, oneOf, orNull, text } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Now } from '../../http/route/services.ts';

const time = (description: string) =>
  integer(`${description}, in milliseconds since 1970.`, { 'x-unit': 'millisecond' });
const amount = (description: string) =>
  orNull(number(`${description}, in the unit; null where the date is known without a history.`));
const rate = (description: string) => number(description);

const FORECAST = closed('A forecast.', {
  kind: oneOf(
    [...FORECAST_KINDS],
    'fs: space of a file system; inodes: its inodes; programs: memory, by a program that only grows; wear: endurance of an SSD; certificates: expiry.',
  ),
  subject: text('Identity of the item: mount point, program, disk or check.'),
  label: text('Display name of the subject.'),
  from: time('Earliest time'),
  likely: time('Likely time'),
  to: time('Latest time'),
  growth: orNull(
    closed('Growth per second, in the unit.', {
      low: rate('Slowest growth of the interval.'),
      likely: rate('Theil-Sen slope.'),
      high: rate('Fastest growth of the interval.'),
    }),
    'Null where the date is known without a history.',
  ),
  used: amount('Use at the time of the forecast'),
  limit: amount('Use at which the item is full'),
  unit: orNull(
    oneOf(['byte', 'number']),
    'Unit of use and limit; null where the date is known without a history.',
  ),
  sentence: text('The forecast in words.'),
});

const NOTHING_PREDICTED: Forecasts = { ...NO_FORECASTS, missing: ['This program keeps no history.'] };

export const forecastsRoute = defineRoute({
  path: '/api/forecasts',
  access: 'viewer',
  uses: { forecasts: optional(LatestForecasts), now: Now },
  id: 'getForecasts',
  tag: SERVICE,
  summary: 'When something will be full',
  description:
    'Renewed every hour from the hours of the last 14 days on disk. A forecast needs three days of history and a growth ' +
    'whose interval excludes zero. Nine of ten intervals contain the true time, unless something is cleaned up.',
  answer: closed('Forecasts.', {
    time: orNull(
      integer(
        'Time of the calculation, in milliseconds since 1970; null: the history is not known, so only forecasts without a history are listed.',
      ),
    ),
    forecasts: listOf(FORECAST, { description: 'The earliest first; within a year.' }),
    missing: listOf(text('A sentence.'), { description: 'What cannot be predicted, and why.' }),
  }),
  says: 'Forecasts.',
  example: {
    time: 1_795_824_120_000,
    forecasts: [
      {
        kind: 'fs',
        subject: '/home',
        label: '/home',
        from: 1_796_601_720_000,
        likely: 1_796_774_520_000,
        to: 1_797_033_720_000,
        growth: { low: 70_000, likely: 90_000, high: 100_000 },
        used: 412_316_860_416,
        limit: 497_870_422_016,
        unit: 'byte',
        sentence: '/home is full in 9 to 14 days.',
      },
    ],
    missing: ['/data has 2 days of history; a forecast needs 3.'],
  },
  handler: answering(({ forecasts, now }) => {
    const latest = forecasts?.() ?? NOTHING_PREDICTED;
    return {
      ...latest,
      forecasts: latest.forecasts.map((one) => ({ ...one, sentence: inEnglish(forecastSaid(one, now())) })),
    };
  }),
});
