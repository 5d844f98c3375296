/** Methods by path, which distinguish a wrong method from a wrong path. */
import { service } from '../../core/parts/service.ts';
import type { FastifyInstance } from 'fastify';

export interface RouteTable {
  /** Methods of the routes that match a path, sorted. */
  methodsAt(path: string): string[];
}
export const RouteTable = service<RouteTable>('routes');

interface RegisteredRoute {
  url: string;
  methods: string[];
}

/** Records all routes registered from now on. */
export function watchRoutes(api: FastifyInstance): RouteTable {
  const entries: RegisteredRoute[] = [];
  api.addHook('onRoute', ({ url, method }) => {
    entries.push({ url, methods: [method].flat() });
  });
  return {
    methodsAt(path) {
      // Built on demand: wrong methods are rare, and building all patterns would slow every start.
      const matching = entries.filter(({ url }) => patternOf(url).test(path));
      return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
    },
  };
}

/** A route's URL as a pattern: `:name` is one segment, `*` the rest. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}$`, 's');
}
