/** Methods by path, which distinguish a wrong method from a wrong path, and operations with what they need. */
import { service } from '../../core/parts/service.ts';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { RouteAccess } from './access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the operation, as in the OpenAPI document. */
    id?: string;
  }
}

export interface RouteTable {
  /** Methods of the routes that match a path, sorted. */
  methodsAt(path: string): string[];
  /** Requirements of operations, by their ids. */
  readonly operations: ReadonlyMap<string, FastifyContextConfig & { readonly access: RouteAccess }>;
}
export const RouteTable = service<RouteTable>('routes');

interface RegisteredRoute {
  url: string;
  methods: string[];
}

/** Records all routes registered from now on. */
export function watchRoutes(api: FastifyInstance): RouteTable {
  const entries: RegisteredRoute[] = [];
  const operations = new Map<string, FastifyContextConfig & { access: RouteAccess }>();
  api.addHook('onRoute', ({ url, method, config }) => {
    entries.push({ url, methods: [method].flat() });
    if (config?.id !== undefined) operations.set(config.id, { ...config, access: config.access ?? 'admin' });
  });
  return {
    operations,
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
