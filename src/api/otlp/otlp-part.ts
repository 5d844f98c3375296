/** Numbers that programs send over the API. */
import { definePart } from '../../core/parts/part.ts';
import { Routes } from '../../http/route/route.ts';
import { otlpRoutes } from './otlp-routes.ts';

export const otlpPart = definePart({ name: 'OTLP receiver', brings: [Routes.of(otlpRoutes)] });
