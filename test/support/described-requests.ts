/** Requests for every operation of the document, with existing and missing values. */
import type { Agent } from '../../src/run/parts/agent.ts';
import { fieldsOf, type Plugin } from '../../src/core/plugin.ts';
import type { PluginValue, Served } from '../../src/core/served.ts';
import { judgedSeries } from '../../src/alerts/rules/preview.ts';
import type { Method, OpenApiDocument, Operation, Part } from '../../src/http/openapi/types.ts';
import { legacyPlugins, type Version } from '../../src/api/legacy/dialect.ts';
import { legacySeries as olderSeriesOf } from '../../src/api/legacy/history.ts';
import { shaped } from '../../src/api/legacy/shape.ts';
import { type ApiRequest, ARGUMENTS, SETTINGS } from './described-api.ts';

export interface GeneratedRequest extends ApiRequest {
  /** All its values exist. */
  isValid: boolean;
}

type Values = Record<string, string>;

/** Enough fields, entries and values of each plugin to cover all cases. */
const FEW = 3;
const UNKNOWN = 'no such thing';
const NOT_COUNTS = ['x', '-1', '2.5', '1e3', '%00', '٣'];

/** Method, path and declaration of every operation. */
export const operationsOf = (document: OpenApiDocument): [Method, string, Operation][] =>
  Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [method as Method, template, operation] as [Method, string, Operation],
    ),
  );

export function requestsFor(
  agent: Agent,
  method: Method,
  template: string,
  operation: Operation,
): GeneratedRequest[] {
  const named = (operation.parameters ?? []).filter((parameter) => parameter['in'] === 'path');
  const make = (values: Values, isValid: boolean): GeneratedRequest => ({
    method,
    template,
    path: fill(template, values),
    isValid,
  });
  if (template === '/api/history') return historyRequests(agent, { method, template });
  if (template === '/api/alerts/preview') return previewRequests(agent, { method, template });
  const valid = validValues(agent, template, named);
  const [first = {}] = valid;
  const wrong = named.flatMap((parameter) =>
    wrongValues(parameter).map((value) => make({ ...first, [String(parameter['name'])]: value }, false)),
  );
  return [...valid.map((values) => make(values, true)), ...wrong];
}

/** Requests by query: a series of each plugin, an unknown one, and refused ones. */
function historyRequests(agent: Agent, request: Pick<ApiRequest, 'method' | 'template'>): GeneratedRequest[] {
  const series = agent.plugins.flatMap((plugin) =>
    seriesOf(agent, plugin).map((name) => `series=${encodeURIComponent(`${plugin.name}/${name}`)}`),
  );
  const make = (query: string, isValid: boolean): GeneratedRequest => ({
    ...request,
    path: `${request.template}?${query}`,
    isValid,
  });
  const [first = `series=cpu/${UNKNOWN}`] = series;
  return [
    make(series.slice(0, 100).join('&'), true),
    make(`${first}&series=cpu/__proto__&n=3`, true),
    ...['series=cpu', 'series=/', 'series=__proto__/x', 'series=%&n=x'].map((query) => make(query, false)),
    ...NOT_COUNTS.map((count) => make(`${first}&n=${encodeURIComponent(count)}`, false)),
  ];
}

/** Requests for judged values, for one that is not, and with invalid numbers. */
function previewRequests(agent: Agent, request: Pick<ApiRequest, 'method' | 'template'>): GeneratedRequest[] {
  const types = agent.plugins.flatMap(({ name }) =>
    agent.levels
      .judgeOf(name)(agent.store.latest(name).value)
      .filter((verdict) => judgedSeries(verdict, name) !== null && verdict.level !== 'DEFAULT')
      .map(({ stat }) => stat.toUpperCase()),
  );
  const make = (query: string, isValid: boolean): GeneratedRequest => ({
    ...request,
    path: `${request.template}?${query}`,
    isValid,
  });
  return [
    ...types.slice(0, FEW).map((type) => make(`type=${encodeURIComponent(type)}&warning_for=60`, true)),
    ...['', `type=${UNKNOWN}`, 'type=CPU_TOTAL&warning=x', 'type=CPU_TOTAL&clear_for=-1'].map((query) =>
      make(query, false),
    ),
  ];
}

const fill = (template: string, values: Values): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? UNKNOWN));

function wrongValues(parameter: Part): string[] {
  const isCount = (parameter['schema'] as { type?: string }).type === 'integer';
  return isCount ? NOT_COUNTS : [UNKNOWN, '__proto__', 'ä/ö', '%'];
}

function validValues(agent: Agent, template: string, parameters: readonly Part[]): Values[] {
  const names = new Set(parameters.map((parameter) => parameter['name']));
  const version = /^\/api\/([23])\//.exec(template)?.[1];
  if (names.has('plugin') && version !== undefined)
    return olderValues(agent, version === '2' ? 2 : 3, template);
  if (names.has('plugin')) {
    const named = parameters.find((parameter) => parameter['name'] === 'plugin') ?? {};
    const { enum: allowed } = named['schema'] as { enum: string[] };
    return agent.plugins
      .filter(({ name }) => allowed.includes(name))
      .flatMap((one) =>
        valuesWithin(agent, one, template).map((values) => ({ plugin: one.name, ...values })),
      );
  }
  if (names.has('pid')) return pidsOf(agent).map((pid) => ({ pid }));
  if (names.has('name')) return Object.keys(ARGUMENTS).map((name) => ({ name }));
  if (names.has('key')) return [{ section: 'cpu', key: 'user_careful' }];
  if (names.has('section')) return Object.keys(SETTINGS).map((section) => ({ section }));
  return [{}];
}

const pidsOf = (agent: Agent): string[] =>
  (agent.store.latest('processlist').value as Served[]).slice(0, FEW).map((item) => String(item['pid']));

/** Values of the parameters behind the plugin, as far as the template has them. */
function valuesWithin(agent: Agent, plugin: Plugin, template: string): Values[] {
  const value = agent.store.latest(plugin.name).value;
  if (template.includes('{nb}'))
    return ['0', '1', '1000000'].flatMap((nb) =>
      template.includes('{field}') ? seriesOf(agent, plugin).map((field) => ({ field, nb })) : [{ nb }],
    );
  if (!template.includes('{field}')) return [{}];
  if (template.includes('/history')) return seriesOf(agent, plugin).map((field) => ({ field }));
  const fields = Object.keys(fieldsOf(plugin)).slice(0, FEW);
  if (!template.includes('{key}') && !template.includes('{value}')) return fields.map((field) => ({ field }));
  const items = (Array.isArray(value) ? value : []).slice(0, FEW) as Served[];
  return items.flatMap((item) =>
    fields.map((field) => ({
      field,
      key: plugin.shape === 'list' && plugin.key !== null ? String(item[plugin.key]) : '',
      value: String(item[field]),
    })),
  );
}

/** Values of the parameters of an older version, for all its plugins. */
function olderValues(agent: Agent, version: Version, template: string): Values[] {
  const latest = (name: string): PluginValue => agent.store.latest(name).value;
  return legacyPlugins(version, agent.plugins).flatMap((entry) => {
    const value = shaped(entry.shape, latest(entry.plugin.name), latest);
    const series = [...olderSeriesOf(entry, agent.store.history(entry.plugin.name)).keys()].slice(0, FEW);
    return olderValuesWithin(template, value, series).map((values) => ({ plugin: entry.name, ...values }));
  });
}

function olderValuesWithin(template: string, value: unknown, series: readonly string[]): Values[] {
  const fields = template.includes('/history') ? series : fieldsIn(value).slice(0, FEW);
  if (template.includes('{value}')) return olderLookups(value, fields);
  const named = template.includes('{field}') ? fields.map((field): Values => ({ field })) : [{}];
  if (!template.includes('{nb}')) return named;
  return named.flatMap((values) => ['0', '1', '1000000'].map((nb) => ({ ...values, nb })));
}

/** Fields of an object, or common fields of a list's entries. */
function fieldsIn(value: unknown): string[] {
  const items = (Array.isArray(value) ? value : [value]) as unknown[];
  if (items.some((item) => typeof item !== 'object' || item === null || Array.isArray(item))) return [];
  const [first = {}, ...others] = items as Served[];
  return Object.keys(first).filter((name) => others.every((item) => Object.hasOwn(item, name)));
}

function olderLookups(value: unknown, fields: readonly string[]): Values[] {
  if (!Array.isArray(value)) return [];
  const items = (value as Served[]).slice(0, FEW);
  const values = items.flatMap((item) => fields.map((field) => ({ field, value: String(item[field]) })));
  // Version 2 took no values with slashes.
  return values.filter(({ value: text }) => text !== '' && !text.includes('/'));
}

const seriesOf = (agent: Agent, plugin: Plugin): string[] =>
  agent.store.history(plugin.name).names().slice(0, FEW);
