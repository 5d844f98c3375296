/** The parts of features that a server of this machine opens. */
import type { Part } from '../../core/parts/part.ts';
import { type RouteList, Routes } from '../../http/route/route.ts';
import { routesPart } from '../api/routes.ts';
import * as parts from './parts.ts';

export const FEATURES: readonly Part[] = [routesPart, ...Object.values(parts)];

/** All routes on any machine, for documents and tests. */
export const allRoutes = (): RouteList => Routes.in(FEATURES);
