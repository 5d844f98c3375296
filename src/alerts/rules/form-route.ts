/** `/api/rules/form`: everything that the page may set, with declarations and active values. */
import { ConfigError } from '../../core/errors.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import type { LevelVerdict } from '../../measure/levels/judge.ts';
import { clearThreshold } from '../../measure/levels/alert-delays.ts';
import { judgedField, judgedSeries } from './preview.ts';
import { answering } from '../../http/server/answer.ts';
import { ApiError } from '../../http/server/errors.ts';
import { SETTINGS } from '../../http/openapi/tags.ts';
import { AgentParts } from '../../http/route/agent-parts.ts';
import { defineRoute } from '../../http/route/route.ts';
import { Access } from '../../http/route/services.ts';
import { showFor } from './shown-values.ts';
import { Rules } from './rules.ts';
import { FORM, type RuleForm, type ValueForm } from './form-shape.ts';
import type { TypeOf } from '../../core/shape.ts';
import { isKey } from './rule-key.ts';

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

const EXAMPLE: TypeOf<typeof FORM> = {
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
  access: 'viewer',
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
