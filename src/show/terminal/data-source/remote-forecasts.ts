/** Forecasts of another machine. Every answer is untrusted. */
import { FORECAST_KINDS, type ForecastKind } from '../../../core/forecast.ts';
import type { ShownForecast } from './data-source.ts';

const isKind = (kind: unknown): kind is ForecastKind => FORECAST_KINDS.includes(kind as ForecastKind);

/** Those of a form that is known. */
export function forecastsIn(answer: unknown): ShownForecast[] {
  const { forecasts } = Object(answer) as Record<string, unknown>;
  if (!Array.isArray(forecasts)) return [];
  return forecasts.flatMap((one: unknown) => {
    const { kind, subject, from, to } = Object(one) as Record<string, unknown>;
    return isKind(kind) && typeof subject === 'string' && Number.isFinite(from) && Number.isFinite(to)
      ? [{ kind, subject, from: from as number, to: to as number }]
      : [];
  });
}
