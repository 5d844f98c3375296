/** The listening page over a recorded machine, for browser tests and screenshots. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { PastEvents } from '../../src/history/events/between.ts';
import type { WebPage } from '../../src/api/page/web-page.ts';
import { type TestApi, createTestApi } from './test-api.ts';
import { listen } from '../../src/http/server/listen.ts';
import type { Protection } from '../../src/http/server/protection.ts';
import { processControl } from '../../src/api/processes/process-control.ts';
import { Processes } from '../../src/api/processes/processes.ts';
import { Rules } from '../../src/alerts/rules/rules.ts';
import { Boards } from '../../src/api/boards/boards.ts';
import { Oidc } from '../../src/api/oidc/oidc.ts';
import { LatestForecasts } from '../../src/core/latest-forecasts.ts';
import { Logs } from '../../src/explain/logs/log-lines.ts';
import { give } from '../../src/core/parts/service.ts';
import { TimelineNotes } from '../../src/history/routes/timeline-notes.ts';
import { featuresWith } from './features.ts';
import type { Push } from '../../src/alerts/push/push.ts';
import { Notes } from '../../src/history/notes/notes.ts';
import { Silences } from '../../src/alerts/silences/silences.ts';
import { VERSION } from '../../src/core/version.ts';
import type { Plugin } from '../../src/core/plugin.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { boardOf } from './alert-board.ts';
import { playHost, type RecordedAgent } from './recorded-agent.ts';

export interface PageAgent extends RecordedAgent {
  api: FastifyInstance;
  port: number;
  /** Address of the page. */
  url: string;
  close(): Promise<void>;
}

export interface PageAgentSetup {
  protection?: Protection;
  prefix?: string;
  /** 0: any that is free. */
  port?: number;
  defaults?: WebPage['defaults'];
  version?: string;
  /** Additional plugins. */
  more?: readonly Plugin[];
  /** With the pages of a fleet; its routes come from `routes`. */
  hasFleet?: boolean;
  /** It shows the present time, not that of the recording. */
  isOfNow?: boolean;
  /** The journal of events. */
  pastEvents?: PastEvents;
  /** The history on disk, events, rules, forecasts and logs of the agent. */
  past?(
    agent: RecordedAgent,
  ): Promise<
    Pick<TestApi, 'archive' | 'pastEvents'> & { logs?: Logs; forecasts?: LatestForecasts; rules?: Rules }
  >;
  silences?: Silences;
  /** Notes on the time line, which are part of the journal. */
  notes?: Notes;
  push?: Push;
  boards?: Boards;
  oidc?: Oidc;
  /** More routes, below the prefix or not. */
  routes?(api: FastifyInstance): void;
}

/** Those of {@link sharedPage}, by machine. */
const shared = new Map<string, Promise<PageAgent>>();

/** The page over a recorded machine that no test changes: one for all files that a worker of Vitest runs, and it ends with the worker. */
export function sharedPage(machine: string): Promise<PageAgent> {
  const agent = shared.get(machine) ?? servePage(machine);
  shared.set(machine, agent);
  return agent;
}

/** `scripts/build.js` puts it there. */
const FOLDER = join(import.meta.dirname, '../../dist/web');

export async function servePage(machine: string, setup: PageAgentSetup = {}): Promise<PageAgent> {
  const registry = [...plugins, ...(setup.more ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
  const recorded = await playHost(machine, {}, registry);
  const { prefix = '', protection, port: wanted = 0, defaults = {} } = setup;
  const { version = VERSION, hasFleet = false } = setup;
  const { logs, forecasts, rules, ...past } = (await setup.past?.(recorded)) ?? {};
  const { silences, notes, boards } = setup;
  const api = createTestApi({
    features: featuresWith(
      give(Processes, processControl(recorded.agent)),
      ...(silences ? [give(Silences, silences)] : []),
      ...(notes ? [give(Notes, notes), give(TimelineNotes, notes.between)] : []),
      ...(boards ? [give(Boards, boards)] : []),
      ...(setup.oidc ? [give(Oidc, setup.oidc)] : []),
      ...(forecasts ? [give(LatestForecasts, forecasts)] : []),
      ...(rules ? [give(Rules, rules)] : []),
      ...(logs ? [give(Logs, logs)] : []),
    ),
    agent: recorded.agent,
    alerts: boardOf(recorded.agent, setup.silences),
    registry,
    version,
    prefix,
    args: () => ({}),
    config: () => ({}),
    page: { folder: FOLDER, refresh: 1, defaults, hasFleet },
    ...(protection && { protection }),
    ...(setup.push && { push: setup.push }),
    ...(setup.pastEvents && { pastEvents: setup.pastEvents }),
    ...past,
    onFault: (error) => {
      throw error;
    },
  });
  setup.routes?.(api);
  const port = await listen({ api, host: '127.0.0.1', port: wanted });
  // The recorded machine does not change, but its agent runs.
  const { store } = recorded.agent;
  const tellTime = (): void => {
    const value = setup.isOfNow ? { iso: new Date().toISOString(), custom: '' } : store.latest('now').value;
    store.commit('now', value, Date.now());
  };
  if (setup.isOfNow) tellTime();
  const beat = setInterval(tellTime, 2000);
  return {
    ...recorded,
    api,
    port,
    url: `http://127.0.0.1:${port}${prefix}/`,
    async close() {
      clearInterval(beat);
      api.server.closeAllConnections();
      await api.close();
    },
  };
}
