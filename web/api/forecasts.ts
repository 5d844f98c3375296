/** Forecasts, by `api/forecasts`. */
import { type Forecast, type Forecasts, forecastSaid } from '../../src/core/forecast.ts';
import { localSentence } from '../../src/show/display/said-words.ts';
import type { Client } from './client.ts';

/** A forecast with its sentence. */
export interface ToldForecast extends Forecast {
  readonly sentence: string;
}

/** Rejects for older agents and for hosts without one. */
export async function loadForecasts(client: Pick<Client, 'get'>): Promise<readonly ToldForecast[]> {
  const { forecasts } = await client.get<
    Omit<Forecasts, 'forecasts'> & { forecasts: readonly ToldForecast[] }
  >('api/forecasts');
  return forecasts.map((one) => ({
    ...one,
    sentence: localSentence(one.sentence, forecastSaid(one, Date.now())),
  }));
}
