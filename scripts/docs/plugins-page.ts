/** docs/plugins.md: the fields of every plugin, from its declaration. */
import { COMMON_OPTIONS } from '../../src/measure/levels/plugin-keys.ts';
import { companions, type Field, type Fields, hasHistory } from '../../src/core/fields.ts';
import { defaultThresholds } from '../../src/measure/levels/rules.ts';
import { nullCauses } from '../../src/core/null-causes.ts';
import { isNumeric, rangeOf } from '../../src/core/ranges.ts';
import type { Option, OptionGroup, Options } from '../../src/core/options.ts';
import type { LevelRule } from '../../src/core/level-rule.ts';
import { fieldsOf, isTimed, othersOf, type Plugin } from '../../src/core/plugin.ts';

const INTRODUCTION = `# Plugins and their fields

<!-- Made by npm run docs from src/measure/plugins. -->

Each plugin answers at \`/api/4/<plugin>\`; [openapi.json](openapi.json) has the same as a schema, and every server shows it
at \`/docs\`.

- **Also served**: companions of a field. A counter is served as its increase since the previous sample, with \`_gauge\` (the
  cumulative value) and \`_rate_per_sec\`; \`time_since_update\` is the time in seconds they cover. \`_min\` and \`_max\` are those
  since the start, \`_mean\` that of the history.
- **Range**: what a number can be, and of which member it is a part. Any other number is null, raises no level and enters no
  history; so is one that could not be measured. \`/api/plugins\` gives the reason.
- **Null**: what makes a value null; \`/api/plugins\` names the cause beside the field while one is. A counter that fell is
  not null if it wrapped or began anew.
- **History**: whether the series is recorded, at \`/api/4/<plugin>/history\`; of a counter its rate.
- **Thresholds**: defaults of careful, warning and critical, with the name they have in the section of the plugin
  (\`user_careful\`). "log": reaching them raises events unless \`<name>_log=False\`. Those without default can be set.
- **Options** stand in the section of the plugin in the [configuration file](../examples/gander.conf). All plugins have
  \`disable\` and \`refresh\`.
`;

export function pluginsPage(plugins: readonly Plugin[]): string {
  const index = plugins.map(({ name, description }) => `- [${name}](#${name}): ${description}`).join('\n');
  return `${INTRODUCTION}\n${index}\n${plugins.map(section).join('')}`;
}

const section = (plugin: Plugin): string =>
  [
    `\n## ${plugin.name}\n`,
    `${plugin.description} ${shapeOf(plugin)}${paceOf(plugin)}\n`,
    ...fieldTable(plugin),
    ...optionTable(plugin.options ?? {}),
  ].join('\n');

function shapeOf(plugin: Plugin): string {
  if (plugin.shape === 'scalar') return 'One text, or null.';
  if (plugin.shape === 'object') return 'An object.';
  return plugin.key === null ? 'A list.' : `A list; \`${plugin.key}\` identifies an entry.`;
}

function paceOf({ refresh, idleRefresh, weight, pacedBy }: Plugin): string {
  const idle = idleRefresh === undefined ? '' : `, every ${idleRefresh} s without clients`;
  const every = refresh === undefined ? '' : ` Sampled every ${refresh} s${idle}.`;
  const withOther = pacedBy === undefined ? '' : ` Sampled together with ${pacedBy}.`;
  return `${every}${withOther}${weight === 'heavy' ? ' Idle without clients.' : ''}`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  '',
];

function fieldTable(plugin: Plugin): string[] {
  const fields = fieldsOf(plugin);
  const others = othersOf(plugin);
  if (Object.keys(fields).length === 0 && others === undefined) return [];
  const hasKey = plugin.shape === 'list' && plugin.key !== null;
  const rows = Object.entries(fields).map(([name, field]) =>
    fieldRow(name, field, hasKey || plugin.shape === 'object'),
  );
  if (others) rows.push(fieldRow('*', others, false));
  const timed = isTimed(plugin) && !Object.hasOwn(fields, 'time_since_update');
  if (timed)
    rows.push([
      '`time_since_update`',
      'number',
      'seconds',
      'above 0',
      'never',
      'Time since the previous sample.',
      '',
      '',
      '',
    ]);
  return table(
    ['Field', 'Type', 'Unit', 'Range', 'Null', 'Meaning', 'Also served', 'History', 'Thresholds'],
    rows,
  );
}

const fieldRow = (name: string, field: Field, canHaveHistory: boolean): string[] => [
  `\`${name}\``,
  typeOf(field),
  field.unit ?? '',
  rangeText(field),
  nullCauses(field).join('; ') || 'never',
  field.description + membersOf(field),
  companions(name, field)
    .map((companion) => `\`${companion.slice(name.length)}\``)
    .join(' '),
  canHaveHistory && hasHistory(field) ? 'yes' : '',
  thresholdsOf(field),
];

function typeOf(field: Field): string {
  const { nullWhen, sparse, orText, orFlag } = field.options;
  const words = [
    kindOf(field),
    ...(orText ? ['or text'] : []),
    ...(orFlag ? ['or boolean'] : []),
    ...(nullWhen ? ['or null'] : []),
  ];
  return `${words.join(' ')}${sparse ? '; may be missing' : ''}`;
}

function kindOf({ kind, of, members }: Field): string {
  switch (kind) {
    case 'text':
      return kind;
    case 'object':
      return of || members ? kind : 'any value';
    case 'flag':
      return 'boolean';
    case 'list':
      return of ? `list of ${kindOf(of)}s` : 'list';
    case 'counter':
      return 'counter';
    case 'cumulative':
      return 'cumulative number';
    default:
      return 'number';
  }
}

/** `0 to 100`, `0 or more, at most size`, `-60 to 250 °C, 0 to 65,534 rpm`. */
function rangeText(field: Field): string {
  const { range, cappedUpTo, atMost, beside, sentinels } = field.options;
  const spans =
    typeof range === 'object' && range !== null && 'by' in range
      ? Object.values(range.of).map(([least, most, sign]) => `${spanText(least, most)} ${sign}`)
      : [];
  const span = isNumeric(field) ? rangeOf(field) : null;
  const parts = [
    ...spans,
    ...(span === null ? [] : [spanText(span[0], span[1])]),
    ...(atMost === undefined
      ? []
      : [`${beside === undefined ? '' : `with \`${beside}\` `}at most \`${atMost}\``]),
    ...(cappedUpTo === undefined ? [] : [`up to ${number(cappedUpTo)} served as ${number(span?.[1] ?? 0)}`]),
    ...(sentinels === undefined ? [] : [`${sentinels.map(number).join(', ')}: no value`]),
  ];
  return parts.join(', ');
}

const number = (value: number): string => value.toLocaleString('en');

/** Ends that no machine reaches are left out. */
const spanText = (least: number, most: number): string =>
  most >= Number.MAX_SAFE_INTEGER / 1e6 ? `${number(least)} or more` : `${number(least)} to ${number(most)}`;

/** The members of an object, or of the objects of a list. */
function membersOf({ members, of }: Field): string {
  const inner: Fields | undefined = members ?? of?.members;
  if (inner === undefined) return '';
  const parts = Object.entries(inner).map(
    ([
      name,
      {
        description,
        options: { nullWhen },
      },
    ]) =>
      `\`${name}\` (${description.replace(/\.$/, '')}${nullWhen === undefined ? '' : `; null: ${nullWhen}`})`,
  );
  return ` Members: ${parts.join(', ')}.`;
}

/** `user: 50, 70, 90, log`. */
const thresholdsOf = ({ options: { level = [] } }: Field): string =>
  [level]
    .flat()
    .map((rule) => ruleText(rule as LevelRule))
    .join('; ');

function ruleText(level: LevelRule): string {
  const limits = defaultThresholds(level, 1);
  const scale = typeof level.limits === 'function' ? ' per core' : '';
  const values =
    limits === undefined
      ? level.state
        ? 'judged by itself'
        : 'no default'
      : limits.map((limit) => limit.toLocaleString('en')).join(', ') + scale;
  const name = level.header === '' ? '' : `\`${level.header}\`: `;
  return `${name}${values}${level.log === true ? '; log' : ''}`;
}

function optionTable(options: Options): string[] {
  const rows = Object.entries(options)
    .filter(([name]) => !(name in COMMON_OPTIONS))
    .flatMap(([name, option]) => (option.group ? groupRows(option.group) : [optionRow(name, option)]));
  return rows.length === 0 ? [] : table(['Option', 'Value', 'Default', 'Meaning'], rows);
}

const optionRow = (name: string, option: Option, place = ''): string[] => [
  `\`${name}\`${place}`,
  formOf(option),
  defaultOf(option),
  option.description,
];

/** `folder_N_path`, or keys in sections of their own. */
const groupRows = ({ prefix, most, single, members }: OptionGroup): string[][] =>
  Object.entries(members).map(([name, option]) =>
    most === null
      ? optionRow(name, option, ` in \`[${prefix}${single ? '' : 'NAME'}]\``)
      : optionRow(`${prefix}N_${name}`, option, `, N from 1 to ${most}`),
  );

const FORMS: Record<Option['type'], string> = {
  flag: 'True or False',
  integer: 'whole number',
  number: 'number',
  text: 'text',
  list: 'words, separated by commas',
  patterns: 'regular expressions, separated by commas',
  aliases: '`name:label` pairs, separated by commas',
  choice: '',
  group: '',
};

const formOf = ({ type, choices = [] }: Option): string =>
  type === 'choice' ? choices.map((choice) => `\`${choice}\``).join(', ') : FORMS[type];

const defaultOf = ({ fallback }: Option): string =>
  fallback === undefined || fallback === '' ? '' : `\`${fallback}\``;
