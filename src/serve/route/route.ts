/** A route: its path, access, documentation and handler in one constant. Everything else follows from their list. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Schema } from '../../core/schema.ts';
import type { Plugin } from '../../core/plugin.ts';
import type { OperationSetup } from '../openapi/operation.ts';
import type { Examples } from '../openapi/types.ts';
import type { RouteContext } from './context.ts';

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Conditions of routes. */
export interface Features {
  /** Whether the API requires credentials; either: unknown yet. */
  readonly access: 'open' | 'protected' | 'either';
  readonly isHub: boolean;
  /** Alerts can be silenced. */
  readonly hasSilences: boolean;
  /** Notes can be kept. */
  readonly hasNotes: boolean;
  /** Other programs can send heartbeats. */
  readonly hasBeats: boolean;
  /** Rules can be set on the page. */
  readonly hasRules: boolean;
  /** Boards can be saved. */
  readonly hasBoards: boolean;
  /** Browsers can get notifications. */
  readonly hasPush: boolean;
  /** Log lines can be read, unless that is disabled. */
  readonly hasLogs: boolean;
  /** Incidents can be written as files. */
  readonly hasSnapshots: boolean;
  /** Serves any page, the page of this host, and the fleet's page. */
  readonly hasPages: boolean;
  readonly hasHostPage: boolean;
  readonly hasFleetPage: boolean;
  /** A URL prefix is set. */
  readonly hasPrefix: boolean;
}

/** All routes of Gander. */
export const ALL_FEATURES: Features = {
  access: 'either',
  isHub: true,
  hasSilences: true,
  hasNotes: true,
  hasBeats: true,
  hasRules: true,
  hasBoards: true,
  hasPush: true,
  hasLogs: true,
  hasSnapshots: true,
  hasPages: true,
  hasHostPage: true,
  hasFleetPage: true,
  hasPrefix: true,
};

export function featuresOf(context: RouteContext): Features {
  const { authenticator, base, beats, boards, fleet, logs, names, notes, page, push, rules, silences } =
    context;
  return {
    access: authenticator === null ? 'open' : 'protected',
    isHub: fleet !== null,
    hasSilences: silences !== null,
    hasNotes: notes !== null,
    hasBeats: beats !== null,
    hasRules: rules !== null,
    hasBoards: boards !== null,
    hasPush: push !== null,
    hasLogs: logs !== null,
    hasSnapshots: names !== null,
    hasPages: page !== null,
    hasHostPage: page !== null && page.hasHost !== false,
    hasFleetPage: page?.hasFleet === true,
    hasPrefix: base !== '',
  };
}

/** Errors of all requests below a path, matched or not, before they become replies. */
export interface Scope {
  readonly path: string;
  errorOf(error: unknown): unknown;
}

interface Registration {
  /** Below the prefix: `{name}` is one segment, `{name*}` the rest of the path. */
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** open: no credentials; read: API keys suffice; full: password, token or session, even for GET. */
  readonly access: 'open' | 'read' | 'full';
  /** HEAD is handled like GET; other routes refuse it with 405. */
  readonly hasHead?: true;
  /** Served outside the prefix. */
  readonly isAtRoot?: true;
  /** Default: always. */
  readonly when?: (features: Features) => boolean;
  readonly scope?: Scope;
  /** OpenAPI components that its operations reference. */
  readonly schemas?: Readonly<Record<string, Schema>>;
  /** Called once per API. */
  handler(context: RouteContext): Handler;
}

/** One of several operations of a route. */
export interface Piece extends OperationSetup {
  readonly path: string;
}

export type Route = Registration &
  ({ readonly method: 'GET' } | { readonly access: 'open' | 'full' }) &
  (
    | (OperationSetup & { readonly pieces?: never; readonly undocumented?: never })
    | { readonly pieces: readonly Piece[]; readonly undocumented?: never }
    /** Why the OpenAPI document omits it. */
    | { readonly undocumented: string; readonly pieces?: never }
  );

/** Known when routes are registered, except for the examples. */
export interface Described {
  /** The enabled plugins, sorted by name. */
  readonly plugins: readonly Plugin[];
  readonly version: string;
  readonly examples: Examples;
  readonly features: Features;
}

/** Routes whose paths or documentation depend on the plugins. */
export type RouteFamily = (described: Described) => readonly Route[];

export type RouteList = readonly (Route | readonly Route[] | RouteFamily)[];

export const defineRoute = (route: Route): Route => route;

/** The routes served under these conditions. */
export const routesFrom = (list: RouteList, described: Described): Route[] =>
  list
    .flatMap((entry) => (typeof entry === 'function' ? entry(described) : entry))
    .filter(({ when }) => when?.(described.features) !== false);

/** A value shared by several routes of an API, created with the first of them. */
export function shared<T>(make: (context: RouteContext) => T): (context: RouteContext) => T {
  const made = new WeakMap<RouteContext, { value: T }>();
  return (context) => {
    const found = made.get(context) ?? { value: make(context) };
    made.set(context, found);
    return found.value;
  };
}
