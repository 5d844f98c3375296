/** Writes examples/gander.conf: every key, from its declaration. */
import { defaultThresholds, levelRules } from '../../measure/levels/rules.ts';
import { delaysIn } from '../../measure/levels/alert-delays.ts';
import { THRESHOLDS } from '../../core/level-rule.ts';
import type { Option, Options } from '../../core/options.ts';
import { fieldsOf, type Plugin } from '../../core/plugin.ts';
import { TARGET_OPTIONS } from '../../alerts/notify/options.ts';
import { keysOf, type TargetType } from '../../alerts/notify/target-type.ts';
import { withFileKeys } from '../../net/deliver/secret-value.ts';
import { TARGET_TYPES } from '../../alerts/notify/targets/index.ts';
import { EXPORTERS } from '../../export/exporters/index.ts';
import type { Exporter } from '../../export/exporters/exporter.ts';
import { exporterKeys } from './exporter-sections.ts';
import { PREFIX, SOURCE_OPTIONS, WAYS } from '../../measure/own/options.ts';
import { COMMON_OPTIONS } from '../../measure/levels/plugin-keys.ts';
import type { Section } from '../../core/section.ts';
import { GLOBAL } from './own-sections.ts';
import { SECTIONS } from './sections.ts';

const HEAD = `Configuration of Gander. Generated from its source by "npm run docs".

Gander reads the first of these files: the one named by -C, $XDG_CONFIG_HOME/gander/gander.conf (or
~/.config/gander/gander.conf), /etc/gander/gander.conf. Without any of them it looks for glances/glances.conf in the
same folders, and without that everything has its default.

Every key below is commented out and shows its default, or, where it has none, a value it could have.
- A line that starts with # or ; is a comment; there are no comments behind values.
- key = value and key: value mean the same. Lines indented deeper than their key continue its value.
- [DEFAULT] holds keys for all sections of the file.
- An empty value of a key that has no default leaves it unset.
- A wrong value ends the start with a message; a key that does not exist is ignored with a warning.
- Text between back-ticks is a command whose output takes its place, if Gander is started with --enable-config-exec.

Values that are judged have the thresholds careful, warning and critical; 0 counts as not set. With <name>_log=True
their levels raise events. In sections of plugins that list items, a key that starts with the name of an item is for
this item alone: eth0_rx_careful, /home_careful. <name>_<level>_action (level: ok, careful, warning or critical) is a
command to run on entering the level, <name>_<level>_action_repeat one to run at every sample.

Notifications wait: <name>_warning_for and <name>_critical_for are the seconds for which a level must last,
<name>_clear_for those for which it must be over. It is over beyond <name>_warning_clear, by default 3 % of the scale
from the threshold.`;

const WIDTH = 100;

export function exampleConfig(registry: readonly Plugin[]): string {
  const blocks = [
    comment(HEAD),
    ...[...SECTIONS.values()].map(fixedSection),
    ...TARGET_TYPES.map(targetSection),
    ...EXPORTERS.map(exporterSection),
    ...registry.flatMap((plugin) => [pluginSection(plugin), ...ownSections(plugin)]),
    sourceSection(),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const comment = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '#' : `# ${line}`))
    .join('\n');

/** Wraps a comment. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return comment(lines.join('\n'));
}

const setting = (key: string, value: string): string => `#${key}=${value}`;

function fixedSection({ name, description, options, others }: Section): string {
  const free = others === undefined ? [] : [describe(others), setting(others.example ?? '', '')];
  return [wrapped(description), `[${name}]`, ...optionLines(options), ...free].join('\n');
}

/** A source has one way, so the others stay comments. The name of the section is one, too: a source without any key is a mistake. */
function sourceSection(): string {
  const [first, ...others] = WAYS;
  const lines = optionLines(SOURCE_OPTIONS).join('\n');
  return [
    wrapped(
      `Numbers of users: one section for each source. It has ${first}, or one of ${others.join(', ')}.`,
    ),
    `#[${PREFIX}name]`,
    others.reduce((text, way) => text.replace(`\n#${way}=`, `\n# ${way}=`), lines),
  ].join('\n');
}

/** Returns the section of a target type; the first one documents the common keys. */
function targetSection(type: TargetType, index: number): string {
  const common: Options = index === 0 ? TARGET_OPTIONS : {};
  const also =
    index === 0
      ? 'The keys from "disable" on may stand in the section of every target.'
      : 'Also all common keys, see above.';
  return [
    wrapped(`${type.description} ${also}`),
    `[notify_${type.type}]`,
    setting('type', type.type),
    ...optionLines({ ...keysOf(type), ...common }),
  ].join('\n');
}

/** Returns the section of an exporter; the first one documents the common keys. */
function exporterSection(exporter: Exporter, index: number): string {
  const also = index === 0 ? 'The keys from "disable" on may stand in the section of every exporter.' : '';
  const options = index === 0 ? exporterKeys(exporter) : withFileKeys(exporter.options);
  return [
    wrapped(`Exporter: ${exporter.description} ${also}`.trim()),
    `[${exporter.name}]`,
    ...optionLines(options),
  ].join('\n');
}

function pluginSection(plugin: Plugin): string {
  const { refresh } = plugin;
  const common: Options = {
    ...COMMON_OPTIONS,
    refresh: {
      ...COMMON_OPTIONS.refresh,
      description: `Seconds between two samples${refresh === undefined ? '; unset: as in [global]' : ''}.`,
      fallback: refresh === undefined ? GLOBAL.options.refresh.fallback : String(refresh),
    },
  };
  return [
    wrapped(plugin.description),
    `[${plugin.name}]`,
    ...optionLines({ ...common, ...plugin.options }),
    ...ruleLines(plugin),
  ].join('\n');
}

const optionLines = (options: Options): string[] =>
  Object.entries(options).flatMap(([key, option]) =>
    option.group ? numberedLines(option) : `${describe(option)}\n${setting(key, valueOf(option))}`,
  );

/** Keys of the first of a numbered group. */
function numberedLines({ group, description }: Option): string[] {
  if (group === undefined || group.most === null) return [];
  const members = Object.entries(group.members).map(([key, option]) => [`${group.prefix}1_${key}`, option]);
  return [wrapped(description), ...optionLines(Object.fromEntries(members) as Options)];
}

/** Groups whose entries have sections. */
const ownSections = ({ options = {} }: Plugin): string[] =>
  Object.values(options).flatMap(({ group, description }) =>
    group?.most === null
      ? [
          [
            wrapped(description),
            `[${group.prefix}${group.single ? '' : 'name'}]`,
            ...optionLines(group.members),
          ].join('\n'),
        ]
      : [],
  );

const describe = (option: Option): string =>
  wrapped(
    `${option.description}${form(option)}${option.instead === undefined ? '' : ` No effect here. ${option.instead}`}`,
  );

/** Describes the format of a value other than plain text. */
function form({ type, choices = [], range }: Option): string {
  switch (type) {
    case 'flag':
      return ' True or False.';
    case 'integer':
    case 'number':
      return range ? ` A ${type === 'integer' ? 'whole ' : ''}number${bounds(range)}.` : '';
    case 'list':
    case 'patterns':
    case 'aliases':
      return ' Separated by commas.';
    case 'choice':
      return ` One of ${choices.join(', ')}.`;
    case 'text':
    case 'group':
      return '';
  }
}

function bounds([least, most]: readonly [number, number]): string {
  if (most >= Number.MAX_SAFE_INTEGER) return Number.isFinite(least) ? ` of at least ${least}` : '';
  return ` from ${least} to ${most}`;
}

/** Returns the default, or an example value. */
function valueOf({ type, fallback, example, choices = [], range }: Option): string {
  if (fallback !== undefined) return fallback;
  if (example !== undefined) return example;
  if (type === 'choice') return choices[0] ?? '';
  const isNumber = type === 'number' || type === 'integer';
  return isNumber ? String(Math.max(1, range?.[0] ?? 0)) : '';
}

/** Thresholds of judged fields; fields may share those of a common name. */
function ruleLines(plugin: Plugin): string[] {
  const seen = new Set<string>(Object.keys(plugin.options ?? {}));
  const lines: string[] = [];
  for (const { field, rule } of levelRules(plugin)) {
    const prefix = rule.header === '' ? '' : `${rule.header}_`;
    if (rule.log === 'never' || seen.has(`${prefix}careful`)) continue;
    seen.add(`${prefix}careful`);
    const limits = defaultThresholds(rule, 1) ?? [0, 0, 0];
    const scale =
      typeof rule.limits === 'function'
        ? ' These are for one logical core; they are multiplied by the number of cores.'
        : '';
    if (rule.state === undefined) {
      lines.push(wrapped(`Thresholds of ${field}: ${fieldsOf(plugin)[field]?.description ?? ''}${scale}`));
      for (const [index, name] of THRESHOLDS.entries())
        lines.push(setting(`${prefix}${name}`, String(limits[index])));
    } else lines.push(wrapped('Whether levels feed the list of events.'));
    lines.push(setting(`${prefix}log`, rule.log ? 'True' : 'False'));
    const { warningFor, criticalFor, clearFor } = delaysIn(rule, []);
    lines.push(wrapped('Seconds before a warning, a critical level and the end are notified.'));
    lines.push(setting(`${prefix}warning_for`, String(warningFor)));
    lines.push(setting(`${prefix}critical_for`, String(criticalFor)));
    lines.push(setting(`${prefix}clear_for`, String(clearFor)));
  }
  return lines;
}
