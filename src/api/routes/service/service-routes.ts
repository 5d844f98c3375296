/** What the service says of itself: version, plugins, servers it knows, how sampling goes. */
import type { FastifyInstance } from 'fastify';
import type { Plugin } from '../../../core/plugin.ts';
import { maskSecrets } from '../../../core/redact.ts';
import type { PluginState } from '../../../sampler/sampler.ts';
import { OPEN } from '../../http/access.ts';
import { sendBody, sendValue } from '../../http/answer.ts';
import { Body } from '../../bodies/body.ts';
import type { AgentParts, RouteContext } from '../../context.ts';

/** One entry of `/api/plugins`. */
export interface PluginReport extends Omit<PluginState, 'state' | 'refresh'> {
  state: PluginState['state'] | 'disabled';
  /** Seconds between samples at present; null while disabled. */
  refresh: number | null;
  enabled: boolean;
  description: string;
}

export function serviceRoutes(
  api: FastifyInstance,
  { root, agent, bootId }: RouteContext,
  version: string,
): void {
  api.route({
    method: ['GET', 'HEAD'],
    url: `${root}/status`,
    ...OPEN,
    handler: (request, reply) => sendValue(request, reply, { version }),
  });
  const names = Buffer.from(JSON.stringify(agent.plugins.map(({ name }) => name)));
  const list = new Body(names, `${bootId}.pluginslist`);
  api.get(`${root}/pluginslist`, (request, reply) => sendBody(request, reply, list));
}

/**
 * `/api/plugins`, beside the frozen versions of the API: how every plugin is doing and why.
 * @param registry all plugins there are, sorted by name
 */
export function pluginStateRoutes(
  api: FastifyInstance,
  url: string,
  agent: AgentParts,
  registry: readonly Plugin[],
): void {
  api.get(url, (request, reply) => {
    const states = new Map(agent.sampler.states().map((state) => [state.name, state]));
    return sendValue(
      request,
      reply,
      registry.map((plugin) => reportOf(plugin, states.get(plugin.name))),
    );
  });
}

function reportOf({ name, description }: Plugin, state: PluginState | undefined): PluginReport {
  if (state !== undefined)
    return { ...state, reason: state.reason && maskSecrets(state.reason), enabled: true, description };
  return {
    name,
    state: 'disabled',
    reason: 'switched off by configuration or command line',
    refresh: null,
    duration_ms: null,
    last_sample: null,
    enabled: false,
    description,
  };
}
