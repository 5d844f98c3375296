/**
 * `/api/plugins` and `/api/plugins/{plugin}`, beside the frozen versions of the API: how plugins are doing and why, and what
 * one of them declares.
 */
import type { FastifyInstance } from 'fastify';
import { type Field, hasHistory, type Kind } from '../../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import type { Unit } from '../../../core/unit.ts';
import { maskSecrets } from '../../../core/redact.ts';
import type { PluginState } from '../../../measure/sampler/sampler.ts';
import type { RouteContext } from '../../context.ts';
import { sendValue } from '../../http/answer.ts';
import { answerUnmatched } from '../../http/error-replies.ts';
import { unknownPlugin } from '../../http/errors.ts';

/** One entry. */
export interface PluginReport extends Omit<PluginState, 'state' | 'refresh'> {
  state: PluginState['state'] | 'disabled';
  /** Seconds between samples at present; null while disabled. */
  refresh: number | null;
  enabled: boolean;
  description: string;
}

/** A plugin with what it serves: enough to show it without knowing it. */
export interface PluginDeclaration extends PluginReport {
  shape: Plugin['shape'];
  /** The field that identifies the items of a list; null where there is none. */
  key: string | null;
  fields: Record<string, FieldDeclaration>;
}

export interface FieldDeclaration {
  kind: Kind;
  unit: Unit | null;
  description: string;
  /** Recorded over time; of a counter its rate. */
  history: boolean;
}

export function pluginStatesRoute(api: FastifyInstance, context: RouteContext): void {
  const { base, agent, registry } = context;
  const stateOf = (name: string): PluginState | undefined =>
    agent.sampler.states().find((state) => state.name === name);
  api.get(`${base}/api/plugins`, (request, reply) => {
    const states = new Map(agent.sampler.states().map((state) => [state.name, state]));
    return sendValue(
      request,
      reply,
      registry.map((plugin) => reportOf(plugin, states.get(plugin.name))),
    );
  });
  api.get(`${base}/api/plugins/:plugin`, (request, reply) => {
    const { plugin: name } = request.params as { plugin: string };
    if (name === '') return answerUnmatched(request, reply, context.routes);
    const plugin = registry.find((one) => one.name === name);
    if (plugin === undefined) {
      throw unknownPlugin(
        name,
        registry.map((one) => one.name),
      );
    }
    return sendValue(request, reply, { ...reportOf(plugin, stateOf(name)), ...declarationOf(plugin) });
  });
}

function declarationOf(plugin: Plugin): Omit<PluginDeclaration, keyof PluginReport> {
  const key = plugin.shape === 'list' ? plugin.key : null;
  const isRecorded = plugin.shape === 'object' || key !== null;
  const declared = (field: Field): FieldDeclaration => ({
    kind: field.kind,
    unit: field.unit,
    description: field.description,
    history: isRecorded && hasHistory(field),
  });
  return {
    shape: plugin.shape,
    key,
    fields: Object.fromEntries(
      Object.entries(fieldsOf(plugin)).map(([name, field]) => [name, declared(field)]),
    ),
  };
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
