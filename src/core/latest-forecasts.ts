/** Latest forecasts of this machine. */
import type { Forecasts } from './forecast.ts';
import { type Service, service } from './parts/service.ts';

export type LatestForecasts = () => Forecasts;
export const LatestForecasts: Service<LatestForecasts> = service<LatestForecasts>('forecasts');
