/** Forecasts, by `api/forecasts`. */
import type { Forecast, Forecasts } from '../../src/core/forecast.ts';
import type { Client } from './client.ts';

/** A forecast with its sentence. */
export interface ToldForecast extends Forecast {
  readonly sentence: string;
}

/** Rejects for older agents and for hosts without one. */
export async function loadForecasts(client: Pick<Client, 'get'>): Promise<readonly ToldForecast[]> {
  const { forecasts } = await client.get<Forecasts & { forecasts: readonly ToldForecast[] }>('api/forecasts');
  return forecasts;
}
