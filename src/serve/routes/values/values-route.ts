/** `GET /api/values?of=cpu:total,mem:percent`: single values of several plugins at once, for programs that watch many hosts. */
import type { Schema } from '../../../core/schema.ts';
import type { Served } from '../../../core/served.ts';
import { type Column, parseColumns } from '../../../core/columns.ts';
import { OptionError } from '../../../core/option-parse.ts';
import type { Plugin } from '../../../core/plugin.ts';
import { viewsOf } from '../../../judge/levels/views.ts';
import { sendValue } from '../../http/answer.ts';
import { type RouteContext, whenSampled } from '../../route/context.ts';
import { ApiError } from '../../http/errors.ts';
import { itemOf, member } from '../../bodies/items.ts';
import { closed, DECORATION, mapOf, SCALAR, text } from '../../openapi/schema-parts.ts';
import { FLEET } from '../../openapi/tags.ts';
import { ref } from '../../openapi/types.ts';
import { documentQuery, flagQuery, listQuery, readQuery } from '../../route/query.ts';
import { defineRoute } from '../../route/route.ts';

export interface ShownValue {
  value: string | number | boolean | null;
  /** `DEFAULT`, or a level that may end in `_LOG`. */
  decoration: string;
}

const VALUES: Schema = closed(
  'Single values.',
  {
    version: text('Version of the service.'),
    values: mapOf(
      'Named by plugin, field and identity, joined by `_`. Values that do not exist are left out.',
      closed('A value.', { value: SCALAR, decoration: DECORATION }),
    ),
    verdict: ref('schemas', 'MachineVerdict'),
  },
  ['verdict'],
);

const QUERY = {
  of: listQuery(
    'Requested values: `plugin:field`, or `plugin:field:identity` for plugins that list items; at most 30.',
    { isCommaSeparated: true, example: ['cpu:total', 'fs:percent:/'] },
  ),
  verdict: flagQuery('Also answer with the list of alerts, as `verdict`.'),
};

export const valuesRoute = defineRoute({
  method: 'GET',
  path: '/api/values',
  access: 'read',
  id: 'getValues',
  tag: FLEET,
  summary: 'Single values of several plugins at once',
  description: 'For programs that watch many hosts: a short answer that includes levels.',
  parameters: documentQuery(QUERY),
  answer: VALUES,
  says: 'The values that exist.',
  example: { version: '4.0.0', values: { cpu_total: { value: 12.3, decoration: 'OK_LOG' } } },
  refusals: { '400': 'BadQuery' },
  handler(context) {
    const { version, agent, alerts } = context;
    const byName = new Map(agent.plugins.map((plugin) => [plugin.name, plugin]));
    return (request, reply) => {
      const { of, verdict } = readQuery(QUERY, request.query, 0);
      const columns = parseNames(of);
      const plugins = [...new Set(columns.map(({ plugin }) => plugin))].filter((name) => byName.has(name));
      return whenSampled(agent, plugins, () => {
        const values = columns.flatMap((column) => {
          const plugin = byName.get(column.plugin);
          const shown = plugin && shownValue(context, plugin, column);
          return shown ? [[column.key, shown] as const] : [];
        });
        return sendValue(request, reply, {
          version,
          values: Object.fromEntries(values),
          ...(verdict && { verdict: alerts.verdict() }),
        });
      });
    };
  },
});

/** Names are escaped one by one where they hold commas. Throws 400. */
function parseNames(names: readonly string[]): Column[] {
  try {
    return parseColumns(names);
  } catch (error) {
    throw error instanceof OptionError ? new ApiError(400, `of: ${error.message}`) : error;
  }
}

/** Undefined for what the plugin does not show, and for what is no single value. */
function shownValue({ agent, bodies }: RouteContext, plugin: Plugin, column: Column): ShownValue | undefined {
  const { field, item } = column;
  const latest = agent.store.latest(plugin.name).value;
  const source = sourceOf(plugin, latest, item);
  const value = source && member(source, field);
  if (source === undefined || (typeof value === 'object' && value !== null) || value === undefined)
    return undefined;
  const views = viewsOf(bodies.viewsSource(plugin), plugin.shape === 'list' ? [source] : latest);
  const own = item === null ? views : member(views, item);
  const view = typeof own === 'object' && own !== null ? member(own as Served, field) : undefined;
  const { decoration = 'DEFAULT' } = (view ?? {}) as { decoration?: string };
  return { value: value as ShownValue['value'], decoration };
}

function sourceOf(plugin: Plugin, value: unknown, item: string | null): Served | undefined {
  if (plugin.shape === 'object') return item === null ? (value as Served) : undefined;
  return plugin.shape === 'list' && item !== null ? itemOf(plugin, value, item) : undefined;
}
