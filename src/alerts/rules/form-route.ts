/** `/api/rules/form`: everything that the page may set, with declarations and active values. */
import { ConfigError } from '../../core/errors.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { clearThreshold } from '../../measure/levels/alert-delays.ts';
import { judgedField, judgedSeries } from './preview.ts';
import { answering } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { closed, flag, listOf, number, oneOf, orNull, text } from '../../core/shape.ts';
import { SETTINGS } from '../../http/openapi/tags.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access } from '../../http/route/services.ts';
import { showFor } from './shown-values.ts';
import { type RuleForm, Rules } from './rules.ts';
import { isKey } from './rule-key.ts';

/** A judged value: its active thresholds, and their keys. */
export interface ValueForm {
  readonly plugin: string;
  readonly item: string | null;
  readonly field: string;
  /** Of its events: `CPU_TOTAL`. */
  readonly type: string;
  readonly unit: string | null;
  readonly isLow: boolean;
  /** Its series in the history: `cpu/total`, the field and the unit of that. */
  readonly series: string;
  readonly series_field: string;
  readonly series_unit: string | null;
  readonly log: boolean;
  readonly careful: number | null;
  readonly warning: number | null;
  readonly critical: number | null;
  /** Seconds. */
  readonly warning_for: number;
  readonly critical_for: number;
  readonly clear_for: number;
  /** Warning clear threshold as configured; null: 3 % of the scale from the threshold. */
  readonly warning_clear: number | null;
  readonly critical_clear: number | null;
  /** Value beyond which an alert is over; null: it has no threshold. */
  readonly clear: number | null;
  /** Prefixes of keys in the plugin's section: `/home_`; the most specific first. */
  readonly scopes: readonly { readonly prefix: string; readonly isShared: boolean }[];
}

const TEXT_OR_NULL = orNull(text());
const NUMBER = orNull(number());
const SECONDS = number(undefined, { 'x-unit': 'second' });

const FIELD = closed('A key.', {
  key: text('Key in its section.'),
  type: text('Type of its value, such as `flag` and `integer`.'),
  description: text('Meaning of the key.'),
  fallback: { ...TEXT_OR_NULL, description: 'Value where it is not set.' },
  choices: orNull(listOf(text(), { description: 'Words that it can be.' })),
  least: NUMBER,
  most: NUMBER,
  example: TEXT_OR_NULL,
  required: flag('It must be set.'),
  secret: flag('Its value is never served.'),
  value: { ...TEXT_OR_NULL, description: 'As configured, `********` where it is secret; null: not set.' },
});
const FIELDS = listOf(FIELD);

const FORM = closed('Everything that can be set.', {
  values: listOf(
    closed('A judged value.', {
      plugin: text('Section of its keys.'),
      item: { ...TEXT_OR_NULL, description: 'Null where there are no items.' },
      field: text('The judged field.'),
      type: text('Type of its events.'),
      unit: { ...TEXT_OR_NULL, description: 'Unit of its thresholds.' },
      isLow: flag('Lower values are worse.'),
      series: text('Its series in the history.'),
      series_field: text('Field of that series.'),
      series_unit: { ...TEXT_OR_NULL, description: 'Unit of that series.' },
      log: flag('It raises events.'),
      careful: NUMBER,
      warning: NUMBER,
      critical: NUMBER,
      warning_for: SECONDS,
      critical_for: SECONDS,
      clear_for: SECONDS,
      warning_clear: NUMBER,
      critical_clear: { ...NUMBER, description: 'As configured; null: 3 % of the scale from the threshold.' },
      clear: { ...NUMBER, description: 'Value beyond which an alert is over.' },
      scopes: listOf(
        closed('Keys.', {
          prefix: text('Text before `warning` and other keys.'),
          isShared: flag('They hold for all items of the plugin.'),
        }),
        { description: 'Beginnings of its keys, the most particular first; empty: it cannot be set.' },
      ),
    }),
    { description: 'Judged values.' },
  ),
  kinds: listOf(
    closed('An alert kind.', {
      name: text('Type of its events.'),
      title: text('Its name in words.'),
      description: text('When it is raised and cleared.'),
      thresholds_of: listOf(text('Plugin.'), {
        description: 'Plugins whose values without alerts of their own raise it by their thresholds.',
      }),
      fields: { ...FIELDS, description: 'Keys in `[alerts]`; the first one enables it.' },
    }),
  ),
  targets: listOf(
    closed('A target of notifications.', {
      name: text('Its section is `[notify_NAME]`.'),
      type: text('Type of the target.'),
      editable: oneOf(['all', 'shared', 'none'], 'Keys that can be set.'),
      fields: FIELDS,
    }),
  ),
  types: listOf(
    closed('A type of targets.', {
      type: text('Value of the key `type`.'),
      description: text('Its service.'),
      fields: { ...FIELDS, description: 'Keys that only it has.' },
    }),
    { description: 'Targets that can be created.' },
  ),
  shared: { ...FIELDS, description: 'Keys of every target.' },
});

const FLAG = {
  key: 'fs_full',
  type: 'flag',
  description: 'FS_FULL: a file system is full.',
  fallback: 'True',
  choices: null,
  least: null,
  most: null,
  example: null,
  required: false,
  secret: false,
  value: null,
} as const;

const EXAMPLE: RuleForm & { values: ValueForm[] } = {
  values: [
    {
      plugin: 'cpu',
      item: null,
      field: 'total',
      type: 'CPU_TOTAL',
      unit: 'percent',
      isLow: false,
      series: 'cpu/total',
      series_field: 'total',
      series_unit: 'percent',
      log: true,
      careful: 65,
      warning: 75,
      critical: 85,
      warning_for: 1800,
      critical_for: 1800,
      clear_for: 60,
      warning_clear: null,
      critical_clear: null,
      clear: 72,
      scopes: [{ prefix: 'total_', isShared: false }],
    },
  ],
  kinds: [
    {
      name: 'FS_FULL',
      title: 'File system full',
      description: FLAG.description,
      thresholds_of: ['fs', 'inodes'],
      fields: [FLAG],
    },
  ],
  targets: [],
  types: [],
  shared: [],
};

export const ruleFormRoute = defineRoute({
  path: '/api/rules/form',
  uses: { agent: AgentParts, rules: Rules, access: Access },
  id: 'getRuleForm',
  tag: SETTINGS,
  summary: 'Everything that rules can set',
  description: 'Declarations of all keys, with the values in force.',
  answer: FORM,
  says: 'Judged values, alert kinds and targets.',
  example: EXAMPLE,
  // From the latest samples: thresholds do not wake resting plugins.
  handler: answering(async (given, request) => {
    const { targets, ...form } = readForm(given.rules);
    const show = showFor(request);
    const shownTargets = targets.map(({ fields, ...target }) => ({
      ...target,
      fields: fields.map((field) => ({ ...field, value: show(field.key, field.value) })),
    }));
    return {
      values: valueForms(given.agent),
      ...form,
      targets: shownTargets,
    };
  }),
});

function readForm(rules: Rules): RuleForm {
  try {
    return rules.form();
  } catch (error) {
    throw error instanceof ConfigError ? new ApiError(500, error.message) : error;
  }
}

const valueForms = ({ plugins, levels, store }: AgentParts): ValueForm[] =>
  plugins.flatMap((plugin) =>
    levels
      .judgeOf(plugin.name)(store.latest(plugin.name).value)
      .flatMap((verdict) => valueForm(plugin, verdict) ?? []),
  );

/** Null for values judged by state. */
function valueForm(plugin: Plugin, verdict: LevelVerdict): ValueForm | null {
  const { name } = plugin;
  const series = judgedSeries(verdict, name);
  if (series === null) return null;
  const { rule, delays, thresholds } = verdict;
  const field = judgedField(verdict);
  return {
    plugin: name,
    item: verdict.identity,
    field: verdict.field,
    type: verdict.stat.toUpperCase(),
    unit: verdict.unit,
    isLow: rule.lowerIsWorse === true,
    series,
    series_field: field,
    series_unit: fieldsOf(plugin)[field.replace(/_rate_per_sec$/, '')]?.unit ?? null,
    log: verdict.log,
    careful: thresholds.careful,
    warning: thresholds.warning,
    critical: thresholds.critical,
    warning_for: delays.warningFor,
    critical_for: delays.criticalFor,
    clear_for: delays.clearFor,
    warning_clear: delays.warningClear,
    critical_clear: delays.criticalClear,
    clear: clearThreshold(verdict),
    scopes: scopesOf(name, verdict),
  };
}

/** Thresholds of one item may have another scale than those of all: then they are not offered for each other. */
function scopesOf(plugin: string, { stat, names, identity, rule, isOwn }: LevelVerdict): ValueForm['scopes'] {
  const prefixOf = (name: string): string => (name === plugin ? '' : `${name.slice(plugin.length + 1)}_`);
  const [, shared = plugin] = names;
  const own = { prefix: prefixOf(stat), isShared: false };
  if (identity === null) return [own];
  const isOther = rule.comparedByItem !== undefined;
  return [
    ...(isKey(`${own.prefix}warning`) && (isOwn || !isOther) ? [own] : []),
    ...(isOwn ? [] : [{ prefix: prefixOf(shared), isShared: true }]),
  ];
}
