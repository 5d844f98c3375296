/** The forecasts of this machine, as last computed. */
import type { Forecasts } from './forecast.ts';
import { type Service, service } from './parts/service.ts';

export type LatestForecasts = () => Forecasts;
export const LatestForecasts: Service<LatestForecasts> = service<LatestForecasts>('forecasts');
