/** Forecasts when something will be full, from the history on disk. */
import { FORECASTS } from '../../core/alert-feeds.ts';
import { HostClock } from '../../core/base-services.ts';
import { LatestForecasts } from '../../core/latest-forecasts.ts';
import { definePart } from '../../core/parts/part.ts';
import { Off, optional, orOff } from '../../core/parts/service.ts';
import { FailureWatch } from '../failure-rules/watch.ts';
import { OwnArchive } from '../../history/archive/own-archive.ts';
import { ownPast } from '../../history/archive/own-past.ts';
import { Forecaster } from '../../history/forecast/forecaster.ts';
import { latestOf } from '../../history/forecast/latest-of.ts';
import { Sampling } from '../../measure/sampler/sampling.ts';
import { Routes } from '../../http/route/route.ts';
import { forecastsRoute } from './forecasts-route.ts';

/** Without a history, what needs none is still predicted. */
export const forecastsPart = definePart({
  name: 'forecasts',
  needs: {
    archive: orOff(OwnArchive),
    sampling: Sampling,
    failureRules: optional(FailureWatch),
    clock: HostClock,
  },
  provides: LatestForecasts,
  brings: [Routes.of(forecastsRoute)],
  open({ archive, sampling, failureRules, clock }, scope) {
    const past = archive instanceof Off ? { off: archive.reason } : archive;
    const forecaster = new Forecaster({
      source: () => ownPast(past, { now: clock.now() }),
      latest: latestOf(sampling),
      clock,
      onResult: (forecasts) => failureRules?.publish(FORECASTS, forecasts),
    });
    scope.onStart(() => {
      const opened = archive instanceof Off ? Promise.resolve() : archive.opened;
      void opened.then(() => forecaster.start());
    });
    scope.onStop(() => forecaster.stop());
    return () => forecaster.latest();
  },
});
