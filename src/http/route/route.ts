/** A route: its path, access, documentation and handler in one constant. Everything else follows from their list. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contribution } from '../../core/parts/part.ts';
import {
  Absent,
  resolve,
  Failed,
  firstLack,
  type Resolved,
  type Needs,
  type Services,
} from '../../core/parts/service.ts';
import type { Schema } from '../../core/schema.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { KeyScope } from '../../net/credentials/identity.ts';
import type { RouteAccess } from '../server/access.ts';
import { ApiError } from '../server/errors.ts';
import type { OperationSetup } from '../openapi/operation.ts';
import type { Examples } from '../openapi/types.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Conditions of the list of routes. */
export interface Served {
  /** Access without credentials; either: unknown yet. */
  readonly access: 'open' | 'protected' | 'either';
  readonly services: Pick<Services, 'lackOf'>;
}

/** All routes of Gander. */
export const EVERYTHING_SERVED: Served = { access: 'either', services: { lackOf: () => null } };

/** Errors of all requests below a path, matched or not, before they become replies. */
export interface Scope {
  readonly path: string;
  /** Documented apart, in docs/openapi-<name>.json. */
  readonly document?: { readonly name: string; readonly description: string };
  errorOf(error: unknown): unknown;
}

interface Registration<Given> {
  /** Below the prefix: `{name}` is one segment, `{name*}` the rest of the path. */
  readonly path: string;
  /** API keys with this scope may use it, too. */
  readonly keys?: KeyScope;
  /** Users who are bound to servers of a hub may use it, too: it answers from the fleet that it gets. */
  readonly isBound?: true;
  /** HEAD is handled like GET; other routes refuse it with 405. */
  readonly hasHead?: true;
  /** An open route is in the log of changes, as all changes by operators and admins are. */
  readonly isAudited?: boolean;
  /** A POST that changes nothing: viewers may send it, too. */
  readonly isReading?: true;
  /** Returns the path in place of `path`, where it is configured; documents have `path`. Called once per API. */
  at?(given: Given): string;
  /** Served outside the prefix. */
  readonly isAtRoot?: true;
  /** A condition besides its services; default: none. */
  readonly when?: (services: Pick<Services, 'lackOf'>) => boolean;
  readonly scope?: Scope;
  /** OpenAPI components that its operations reference. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  /** Most bytes of a request's body; default: those of the API. */
  readonly mostBytes?: number;
  /** Refuses requests before their bodies are read. Called once per API. */
  admit?(given: Given): ((request: FastifyRequest) => void) | undefined;
  /** Called once per API. */
  handler(given: Given): Handler;
}

/** One of several operations of a route. */
export interface Piece extends OperationSetup {
  readonly path: string;
}

/** Viewers only read; open routes that change something say whether they are audited. */
type Operation = { readonly method: 'GET' | 'POST' | 'DELETE'; readonly access: RouteAccess } & (
  | { readonly method: 'GET' }
  | { readonly access: 'operator' | 'admin' }
  | { readonly access: 'open'; readonly isAudited: boolean }
  | { readonly access: 'viewer'; readonly isReading: true }
);

type RouteGiven<Given, Operation> = Registration<Given> &
  Operation &
  (
    | (OperationSetup & { readonly pieces?: never; readonly undocumented?: never })
    | { readonly pieces: readonly Piece[]; readonly undocumented?: never }
    /** Why the OpenAPI document omits it. `id`: for the log of changes. */
    | { readonly undocumented: string; readonly id?: string; readonly pieces?: never }
  );

export type Route = RouteGiven<Services, Operation>;

/** A route that names the services that it uses, and gets no others. Without a method it is a GET. */
type UsingRoute<N extends Needs> = RouteGiven<
  Resolved<N>,
  Operation | { readonly method?: never; readonly access: RouteAccess }
> & { readonly uses: N };

/** Known when routes are registered, except for the examples. */
export interface Described {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly version: string;
  readonly examples: Examples;
  readonly served: Served;
}

/** Routes whose paths or documentation depend on the plugins. */
export type RouteFamily = (described: Described) => readonly Route[];

type RouteEntry = Route | readonly Route[] | RouteFamily;
export type RouteList = readonly RouteEntry[];

/** Routes that parts contribute. */
export const Routes = contribution<RouteEntry>('routes');

/** Declares a route that is there if its services are; while one is broken, it answers 503 with the reason. */
export function defineRoute<const N extends Needs>(route: UsingRoute<N>): Route {
  const { uses, ...rest } = route as UsingRoute<Needs>;
  return {
    method: 'GET',
    ...rest,
    when: (services) => isServed(services, uses) && rest.when?.(services) !== false,
    ...(rest.admit && {
      admit: (services: Services) =>
        firstLack(services, uses) === null ? rest.admit?.(resolve(services, uses)) : undefined,
    }),
    ...(rest.at && { at: (services: Services) => rest.at?.(resolve(services, uses)) ?? rest.path }),
    handler(services) {
      const lack = firstLack(services, uses);
      if (lack === null) return rest.handler(resolve(services, uses));
      return () => {
        throw new ApiError(503, lack.reason);
      };
    },
  } as Route;
}

/** A service that is off makes routes that need it disappear; one that broke does not. */
const isServed = (services: Pick<Services, 'lackOf'>, uses: Needs): boolean =>
  Object.values(uses).every((need) => {
    const lack = services.lackOf(need);
    if (lack === null || lack instanceof Failed || need.absent === 'null') return true;
    return need.absent === 'off' && !(lack instanceof Absent);
  });

/** Returns the routes served under these conditions. */
export const routesFrom = (list: RouteList, described: Described): Route[] =>
  list
    .flatMap((entry) => (typeof entry === 'function' ? entry(described) : entry))
    .filter(({ when }) => when?.(described.served.services) !== false);

/** A value shared by several routes of one API, created with the first of them. @param keyOf what they have in common */
export function shared<Given, T>(keyOf: (given: Given) => object, make: (given: Given) => T) {
  const made = new WeakMap<object, { value: T }>();
  return (given: Given): T => {
    const key = keyOf(given);
    const found = made.get(key) ?? { value: make(given) };
    made.set(key, found);
    return found.value;
  };
}
