/** The form of `/api/rules/form`: declarations and active values of everything that the page may set. */
import type { OptionType } from '../../core/options.ts';
import {
  closed,
  describedAs,
  flag,
  listOf,
  number,
  oneOf,
  orNull,
  type Shape,
  text,
  type TypeOf,
} from '../../core/shape.ts';

const TEXT_OR_NULL = orNull(text());
const NUMBER = orNull(number());
const SECONDS = number(undefined, { 'x-unit': 'second' });

const FIELD = closed('A key.', {
  key: text('Key in its section.'),
  type: text('Type of its value, such as `flag` and `integer`.') as Shape<OptionType>,
  description: text('Meaning of the key.'),
  fallback: describedAs(TEXT_OR_NULL, 'Value where it is not set.'),
  choices: orNull(listOf(text(), { description: 'Words that it can be.' })),
  least: NUMBER,
  most: NUMBER,
  example: TEXT_OR_NULL,
  required: flag('It must be set.'),
  secret: flag('Its value is never served.'),
  value: describedAs(TEXT_OR_NULL, 'As configured, `********` where it is secret; null: not set.'),
});
export type RuleField = TypeOf<typeof FIELD>;
const FIELDS = listOf(FIELD);

const VALUE = closed('A judged value.', {
  plugin: text('Section of its keys.'),
  item: describedAs(TEXT_OR_NULL, 'Null where there are no items.'),
  field: text('The judged field.'),
  type: text('Type of its events.'),
  unit: describedAs(TEXT_OR_NULL, 'Unit of its thresholds.'),
  isLow: flag('Lower values are worse.'),
  series: text('Its series in the history.'),
  series_field: text('Field of that series.'),
  series_unit: describedAs(TEXT_OR_NULL, 'Unit of that series.'),
  log: flag('It raises events.'),
  careful: NUMBER,
  warning: NUMBER,
  critical: NUMBER,
  warning_for: SECONDS,
  critical_for: SECONDS,
  clear_for: SECONDS,
  warning_clear: NUMBER,
  critical_clear: describedAs(NUMBER, 'As configured; null: 3 % of the scale from the threshold.'),
  clear: describedAs(NUMBER, 'Value beyond which an alert is over.'),
  scopes: listOf(
    closed('Keys.', {
      prefix: text('Text before `warning` and other keys.'),
      isShared: flag('They hold for all items of the plugin.'),
    }),
    { description: 'Beginnings of its keys, the most particular first; empty: it cannot be set.' },
  ),
});
/** A judged value: its active thresholds, and their keys. */
export type ValueForm = TypeOf<typeof VALUE>;

const KIND = closed('An alert kind.', {
  name: text('Type of its events.'),
  title: text('Its name in words.'),
  description: text('When it is raised and cleared.'),
  thresholds_of: listOf(text('Plugin.'), {
    description: 'Plugins whose values without alerts of their own raise it by their thresholds.',
  }),
  fields: describedAs(FIELDS, 'Keys in `[alerts]`; the first one enables it.'),
});
export type KindForm = TypeOf<typeof KIND>;

const TARGET = closed('A target of notifications.', {
  name: text('Its section is `[notify_NAME]`.'),
  type: text('Type of the target.'),
  editable: oneOf(['all', 'shared', 'none'], 'Keys that can be set.'),
  fields: FIELDS,
});
export type TargetForm = TypeOf<typeof TARGET>;

const TYPE = closed('A type of targets.', {
  type: text('Value of the key `type`.'),
  description: text('Its service.'),
  fields: describedAs(FIELDS, 'Keys that only it has.'),
});
export type TargetTypeForm = TypeOf<typeof TYPE>;

export const FORM = closed('Everything that can be set.', {
  values: listOf(VALUE, { description: 'Judged values.' }),
  kinds: listOf(KIND),
  targets: listOf(TARGET),
  types: listOf(TYPE, { description: 'Targets that can be created.' }),
  shared: describedAs(FIELDS, 'Keys of every target.'),
});
/** All settings with their active values. */
export type RuleForm = Omit<TypeOf<typeof FORM>, 'values'>;
