/** `/api/plugins`, beside the frozen versions of the API: how every plugin is doing and why. */
import type { FastifyInstance } from 'fastify';
import type { Plugin } from '../../../core/plugin.ts';
import { maskSecrets } from '../../../core/redact.ts';
import type { PluginState } from '../../../sampler/sampler.ts';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';

/** One entry. */
export interface PluginReport extends Omit<PluginState, 'state' | 'refresh'> {
  state: PluginState['state'] | 'disabled';
  /** Seconds between samples at present; null while disabled. */
  refresh: number | null;
  enabled: boolean;
  description: string;
}

export function pluginStatesRoute(api: FastifyInstance, { base, agent, registry }: RouteContext): void {
  api.get(`${base}/api/plugins`, (request, reply) => {
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
