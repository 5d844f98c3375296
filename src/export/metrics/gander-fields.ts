/** Values sent by Gander agents: maps the metrics of `/metrics` back to their declarations. */
import { hasHistory } from '../../core/fields.ts';
import { formatUptime } from '../../core/format-uptime.ts';
import type { Plugin } from '../../core/plugin.ts';
import { sampleName } from './family.ts';
import { type Plan, planOf, type Reader } from './plan.ts';
import { itemLabel } from '../../history/database/item-label.ts';
import { matching, rateOf, selector } from '../../history/database/promql.ts';
import {
  type Labels,
  rateField,
  type StoredField,
  type StoredItem,
  type StoredProfile,
  type StoredText,
} from '../../history/database/stored-field.ts';
import { systemTexts } from '../../history/database/system-texts.ts';

export function ganderProfile(plugins: readonly Plugin[]): StoredProfile {
  const plans = plugins.map(planOf).filter((plan) => plan !== null);
  return {
    presence: 'gander_build_info',
    fields: plans.flatMap(fieldsIn),
    texts: [...plans.flatMap(textsIn), UPTIME],
  };
}

const UPTIME: StoredText = {
  plugin: 'uptime',
  expression: (scope) => selector('gander_uptime_seconds', scope),
  texts: (_, seconds) => ({ '': formatUptime(seconds) }),
};

function fieldsIn(plan: Plan): StoredField[] {
  const { plugin } = plan;
  const item = plugin.shape === 'list' ? itemOf(plan, plugin.key) : null;
  // Items without names cannot be distinguished.
  if (plugin.shape === 'list' && item === null) return [];
  return plan.readers.flatMap((reader) => fieldOf(plugin.name, reader, item) ?? []);
}

function itemOf({ labels }: Plan, key: string | null): StoredItem | null {
  const label = labels.find(({ member }) => member === key)?.name;
  return label === undefined ? null : itemLabel(label);
}

function fieldOf(plugin: string, { descriptor, extra, source }: Reader, item: StoredItem | null) {
  if (source === null) return null;
  const { name, field, factor } = source;
  const metric = sampleName(descriptor);
  const more = extra === null ? [] : [matching(...extra)];
  const isRate = field.kind === 'counter';
  const stored: StoredField = {
    plugin,
    field: isRate ? rateField(name) : name,
    unit: field.unit,
    kind: isRate ? 'rate' : 'gauge',
    isRecorded: hasHistory(field),
    isFlag: field.kind === 'flag',
    item,
    probe: { metric, labels: extra === null ? {} : { [extra[0]]: extra[1] } },
    expression: (scope) => (isRate ? rateOf(metric, scope, ...more) : selector(metric, scope, ...more)),
    isPlain: !isRate,
    factor: 1 / factor,
  };
  return stored;
}

/** For objects only: numbers already carry the labels of items. */
function textsIn({ plugin, info }: Plan): StoredText[] {
  if (info === null || plugin.shape !== 'object') return [];
  const metric = sampleName(info.descriptor);
  const membersOf = (labels: Labels): Record<string, string> =>
    Object.fromEntries(info.labels.map(({ name, member }) => [member, labels[name] ?? '']));
  return [
    {
      plugin: plugin.name,
      expression: (scope) => selector(metric, scope),
      texts: (labels) => (plugin.name === 'system' ? systemTexts(membersOf(labels)) : membersOf(labels)),
    },
  ];
}
