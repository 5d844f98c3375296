/** `/api/plugins` and `/api/plugins/{plugin}`, outside the frozen API versions: state, reason and declaration of plugins. */
import { causesIn, nullCauses } from '../../core/null-causes.ts';
import { type Field, hasHistory } from '../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { Store } from '../../core/store/store.ts';
import { inEnglish, renamed, say } from '../../core/said.ts';
import { SAID } from '../../core/said-shape.ts';
import { maskSecrets } from '../../core/redact.ts';
import type { PluginState } from '../../measure/sampler/sampler.ts';
import { answering, sendValue } from '../../http/server/answer.ts';
import { answerUnmatched } from '../../http/server/error-replies.ts';
import { unknownPlugin } from '../../http/server/errors.ts';
import { pluginNamed } from '../../http/openapi/parameters.ts';
import { closed, flag, listOf, mapOf, number, oneOf, orNull, text, type TypeOf } from '../../core/shape.ts';
import { SERVICE } from '../../http/openapi/tags.ts';
import { ref } from '../../http/openapi/types.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { RouteTable } from '../../http/server/route-table.ts';
import { defineRoute, type RouteFamily } from '../../http/route/route.ts';
import { Registry } from '../../http/route/services.ts';
import { pathParameter } from '../../http/server/params.ts';

const REPORT = {
  name: text('Name of the plugin.'),
  state: oneOf(
    ['ok', 'paused', 'unsupported', 'failing', 'stalled', 'disabled'],
    'paused: not in demand, so sampled every 30 seconds; unsupported: this host has nothing to show.',
  ),
  reason: orNull(text('The problem and its remedy; null when there is none.')),
  reason_said: SAID,
  refresh: orNull(number('Current time between samples; null while disabled.', { 'x-unit': 'second' })),
  duration_ms: orNull(
    number('Duration of the last sample; null: there is none.', { 'x-unit': 'millisecond' }),
  ),
  last_sample: orNull(
    number('Time of the last sample, in milliseconds since 1970; null: there is none.', {
      'x-unit': 'millisecond',
    }),
  ),
  enabled: flag('Whether the plugin is enabled.'),
  description: text('Description of the plugin.'),
  nulls: mapOf(
    'Declared causes of values that are null now, by field; `reason` has the problems.',
    text('Cause, as a clause.'),
  ),
};
const REPORTED = closed('State of a plugin.', REPORT, ['reason_said']);
/** One entry. */
export type PluginReport = TypeOf<typeof REPORTED>;

const FIELD = closed('A field.', {
  kind: oneOf(
    ['gauge', 'counter', 'constant', 'cumulative', 'derived', 'text', 'flag', 'list', 'object'],
    'counter: a number that only grows; constant: one that rarely changes; cumulative: one that only grows, without companions; derived: computed from others.',
  ),
  unit: orNull(text('Unit; null where a value has none.')),
  description: text('Description of the field.'),
  history: flag('Whether it has history; for a counter, its rate.'),
  null_when: listOf(text('Cause, as a clause.'), {
    description: 'What makes the value null; empty where it never is.',
  }),
});
export type FieldDeclaration = TypeOf<typeof FIELD>;

const DECLARED = closed(
  'State and declaration of a plugin.',
  {
    ...REPORT,
    shape: oneOf(
      ['object', 'list', 'scalar'],
      'Shape of `/api/4/{plugin}`: an object of fields, a list of such objects, or one text.',
    ),
    key: orNull(text('The field that identifies the items of a list; null where there is none.')),
    fields: mapOf(
      'The fields by name. Counters are served with `_gauge` and `_rate_per_sec` beside them.',
      FIELD,
    ),
  },
  ['reason_said'],
);
/** A plugin with its declaration: enough to display it generically. */
export type PluginDeclaration = TypeOf<typeof DECLARED>;

const SCHEMAS = { PluginReport: REPORTED, PluginDeclaration: DECLARED };

const EXAMPLE = {
  name: 'load',
  state: 'ok',
  reason: null,
  refresh: 2,
  duration_ms: 0.2,
  last_sample: 1_795_222_329_595,
  enabled: true,
  description: 'Load averages.',
  nulls: {},
};

export const pluginStatesRoutes: RouteFamily = ({ plugins }) => {
  const names = plugins.map(({ name }) => name);
  return [
    defineRoute({
      path: '/api/plugins',
      access: 'viewer',
      uses: { agent: AgentParts, registry: Registry },
      id: 'getPluginStates',
      tag: SERVICE,
      summary: 'State of every plugin, with reasons',
      answer: listOf(ref('schemas', 'PluginReport')),
      says: 'All plugins, disabled ones included.',
      example: [EXAMPLE],
      schemas: SCHEMAS,
      handler: answering(({ agent, registry }) => {
        const states = new Map(agent.sampler.states().map((state) => [state.name, state]));
        return registry.map((plugin) => reportOf(plugin, states.get(plugin.name), agent.store));
      }),
    }),
    defineRoute({
      path: '/api/plugins/{plugin}',
      access: 'viewer',
      uses: { agent: AgentParts, registry: Registry, routes: RouteTable },
      id: 'getPluginState',
      tag: SERVICE,
      summary: 'State and declaration of a plugin',
      description:
        'Fields with their units and descriptions, so that a client can display a plugin that it does not know.',
      parameters: [pluginNamed(names, names.includes('load') ? 'load' : (names[0] ?? ''))],
      answer: ref('schemas', 'PluginDeclaration'),
      says: 'The plugin.',
      example: {
        ...EXAMPLE,
        shape: 'object',
        key: null,
        fields: {
          min1: {
            kind: 'gauge',
            unit: 'float',
            description: 'Load of the last minute.',
            history: true,
            null_when: ['it is out of range'],
          },
        },
      },
      refusals: { '400': 'UnknownPlugin' },
      handler:
        ({ agent, registry, routes }) =>
        (request, reply) => {
          const name = pathParameter(request, 'plugin');
          if (name === '') return answerUnmatched(request, reply, routes);
          const plugin = registry.find((one) => one.name === name);
          if (plugin === undefined) {
            throw unknownPlugin(
              name,
              registry.map((one) => one.name),
            );
          }
          const state = agent.sampler.states().find((one) => one.name === name);
          return sendValue(request, reply, {
            ...reportOf(plugin, state, agent.store),
            ...declarationOf(plugin),
          });
        },
    }),
  ];
};

function declarationOf(plugin: Plugin): Omit<PluginDeclaration, keyof PluginReport> {
  const key = plugin.shape === 'list' ? plugin.key : null;
  const isRecorded = plugin.shape === 'object' || key !== null;
  const declared = (field: Field): FieldDeclaration => ({
    kind: field.kind,
    unit: field.unit,
    description: field.description,
    history: isRecorded && hasHistory(field),
    null_when: nullCauses(field),
  });
  return {
    shape: plugin.shape,
    key,
    fields: Object.fromEntries(
      Object.entries(fieldsOf(plugin)).map(([name, field]) => [name, declared(field)]),
    ),
  };
}

const SWITCHED_OFF = say('switched off by configuration or command line');

function reportOf(plugin: Plugin, state: PluginState | undefined, store: Store): PluginReport {
  const { name, description } = plugin;
  if (state !== undefined)
    return {
      ...state,
      reason: state.reason && maskSecrets(state.reason),
      ...(state.reason_said && { reason_said: renamed(state.reason_said, maskSecrets) }),
      enabled: true,
      description,
      nulls: causesIn(plugin, store.latest(name).value),
    };
  return {
    name,
    state: 'disabled',
    reason: inEnglish(SWITCHED_OFF),
    reason_said: SWITCHED_OFF,
    refresh: null,
    duration_ms: null,
    last_sample: null,
    enabled: false,
    description,
    nulls: {},
  };
}
