/** A server of values alone: the smallest list of parts that serves. */
import { WatchedHost } from '../../src/core/base-services.ts';
import { definePart, type Part, pieceOf } from '../../src/core/parts/part.ts';
import { give, service, servicesOf } from '../../src/core/parts/service.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import type { Settings } from '../../src/core/settings.ts';
import { VERSION } from '../../src/core/version.ts';
import { Sampling } from '../../src/measure/sampler/sampling.ts';
import { CheckResults } from '../../src/measure/sources/check-results.ts';
import { createApi } from '../../src/run/api/api.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import type { HttpServer } from '../../src/http/server/listen.ts';
import { Routes } from '../../src/http/route/route.ts';
import { AgentParts } from '../../src/http/route/agent-parts.ts';
import { Access, Faults, Registry } from '../../src/http/route/services.ts';
import { allRoutes } from '../../src/api/values/all-routes.ts';
import { partsRoute } from '../../src/api/values/parts-route.ts';
import { pluginRoutes } from '../../src/api/values/plugin-routes.ts';
import { serviceRoutes } from '../../src/api/values/service-routes.ts';
import { type Agent, createAgent } from '../../src/run/parts/agent.ts';

export interface Plan {
  readonly registry: readonly Plugin[];
  readonly settings: Settings;
}
export const Plan = service<Plan>('plugins and their settings');
export const OwnAgent = service<Agent>('agent of this machine');
export const Http = service<HttpServer>('http');

const agent = definePart({
  name: 'agent',
  needs: { host: WatchedHost, plan: Plan },
  provides: OwnAgent,
  isEssential: true,
  async open({ host, plan }, scope) {
    const made = createAgent({ host, ...plan, cores: 1 });
    scope.onStart(() => made.sampler.begin().then(() => void made.sampler.start()));
    scope.onStop(made.sampler.stop);
    return made;
  },
});

const http = definePart({
  name: 'http',
  needs: { agent: OwnAgent, plan: Plan, access: Access },
  provides: Http,
  collects: [Routes],
  isEssential: true,
  open({ agent: own, plan, access }, { parts, services, onStop }) {
    const given = [
      give(AgentParts, own),
      give(Registry, plan.registry),
      give(Faults, (error) => {
        throw error;
      }),
    ];
    const api = createApi({
      parts,
      services: servicesOf(new Map(given), services),
      version: VERSION,
      prefix: '',
      protection: { ...UNPROTECTED, authenticator: access.authenticator },
    });
    onStop(() => api.close());
    return api;
  },
});

/** `/status`, `/all`, `/<plugin>` and `/api/parts`. */
const values = definePart({
  name: 'values',
  brings: [Routes.of(serviceRoutes, allRoutes, pluginRoutes, partsRoute)],
});

export const BARE: readonly Part[] = [
  agent,
  pieceOf(Sampling, OwnAgent, (own) => own),
  pieceOf(CheckResults, OwnAgent, ({ checks }) => checks),
  values,
  http,
];
