/** The API over what a test names; what it leaves out is not served. */
import type { FastifyInstance } from 'fastify';
import { AlertBoard } from '../../src/core/alert.ts';
import { type Given, give, type Off, type Service, servicesOf } from '../../src/core/parts/service.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { Fleet } from '../../src/fleet/hub/fleet.ts';
import type { Archive } from '../../src/history/archive/archive.ts';
import { PastEvents } from '../../src/history/events/between.ts';
import { FleetArchive, OwnArchive } from '../../src/history/archive/own-archive.ts';
import { type KnownNames, NamesToRedact } from '../../src/explain/incident/redact.ts';
import { MetricsSettings } from '../../src/export/metrics/options.ts';
import { routesPart } from '../../src/run/api/routes.ts';
import { type ApiSetup, createApi } from '../../src/run/api/api.ts';
import { AgentParts } from '../../src/http/route/agent-parts.ts';
import { Push } from '../../src/alerts/push/push.ts';
import {
  Faults,
  Now,
  Registry,
  ShownSettings,
  StreamLimit,
  SwaggerFolder,
} from '../../src/http/route/services.ts';
import { Incident, type OpenedIncident } from '../../src/history/past/opened-incident.ts';
import { WebPage } from '../../src/api/page/web-page.ts';

export interface TestApi extends Pick<ApiSetup, 'version' | 'prefix' | 'protection'>, ShownSettings {
  features?: Pick<ApiSetup, 'parts' | 'services'>;
  agent: AgentParts;
  alerts: AlertBoard;
  registry: readonly Plugin[];
  streams?: number;
  page?: WebPage;
  swaggerFolder?: string;
  fleet?: Fleet;
  metrics?: MetricsSettings;
  now?: () => number;
  archive?: Archive | Off;
  fleetArchive?: Archive | Off;
  incident?: OpenedIncident;
  names?: () => KnownNames;
  pastEvents?: PastEvents;
  push?: Push;
  onFault(error: unknown): void;
}

const given = <T>(service: Service<T>, value: T | Off | undefined): Given[] =>
  value === undefined ? [] : [give<T>(service, value)];

export function createTestApi(setup: TestApi): FastifyInstance {
  const { features, version, prefix, protection } = setup;
  const services = new Map([
    give(AgentParts, setup.agent),
    give(AlertBoard, setup.alerts),
    give(Registry, setup.registry),
    give(ShownSettings, setup),
    give(Faults, setup.onFault),
    ...given(StreamLimit, setup.streams),
    ...given(WebPage, setup.page),
    ...given<string | null>(SwaggerFolder, setup.swaggerFolder),
    ...given(Fleet, setup.fleet),
    ...given(MetricsSettings, setup.metrics),
    ...given(Now, setup.now),
    ...given(OwnArchive, setup.archive),
    ...(setup.fleetArchive === undefined ? [] : [[FleetArchive.key, setup.fleetArchive] as const]),
    ...given(Incident, setup.incident),
    ...given(NamesToRedact, setup.names),
    ...given(PastEvents, setup.pastEvents),
    ...given(Push, setup.push),
  ]);
  return createApi({
    parts: [routesPart, ...(features?.parts ?? []).filter((part) => part !== routesPart)],
    services: servicesOf(services, features?.services),
    version,
    prefix,
    ...(protection && { protection }),
  });
}
