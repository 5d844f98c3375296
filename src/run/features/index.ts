/** The parts of features that a server of this machine opens. */
import type { Part } from '../../core/parts/part.ts';
import { type RouteList, Routes } from '../../http/route/route.ts';
import { routesPart } from '../api/routes.ts';
import * as parts from './parts.ts';

/** Sorted by name, whatever order the loader of modules gives them. */
const sorted = Object.entries<Part>(parts).sort(([a], [b]) => (a < b ? -1 : 1));

export const FEATURES: readonly Part[] = [routesPart, ...sorted.map(([, part]) => part)];

/** All routes on any machine, for documents and tests. */
export const allRoutes = (): RouteList => Routes.in(FEATURES);
