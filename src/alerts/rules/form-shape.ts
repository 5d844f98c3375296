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
const limit = (level: string) => describedAs(NUMBER, `Threshold of ${level}; null: not set.`);
const seconds = (description: string) => number(description, { 'x-unit': 'second' });

const FIELD = closed('A key.', {
  key: text('Key in its section.'),
  type: text('Type of its value, such as `flag` and `integer`.') as Shape<OptionType>,
  description: text('Meaning of the key.'),
  fallback: describedAs(TEXT_OR_NULL, 'Default; null: none.'),
  choices: orNull(listOf(text(), { description: 'Allowed words; null: any.' })),
  least: describedAs(NUMBER, 'Smallest number; null: no bound.'),
  most: describedAs(NUMBER, 'Largest number; null: no bound.'),
  example: describedAs(TEXT_OR_NULL, 'An example; null: none.'),
  required: flag('Whether it must be set.'),
  secret: flag('Whether it is secret: its value is never served.'),
  value: describedAs(TEXT_OR_NULL, 'As configured, `********` where it is secret; null: not set.'),
});
export type RuleField = TypeOf<typeof FIELD>;
const FIELDS = listOf(FIELD);

const CLEAR = describedAs(NUMBER, 'As configured; null: 3 % of the scale from the threshold.');
const VALUE = closed('A judged value.', {
  plugin: text('Section of its keys.'),
  item: describedAs(TEXT_OR_NULL, 'Null where there are no items.'),
  field: text('The judged field.'),
  type: text('Type of its events.'),
  unit: describedAs(TEXT_OR_NULL, 'Unit of its thresholds; null: none.'),
  isLow: flag('Whether lower values are worse.'),
  series: text('Its series in the history.'),
  series_field: text('Field of that series.'),
  series_unit: describedAs(TEXT_OR_NULL, 'Unit of that series; null: none.'),
  log: flag('Whether it raises events.'),
  careful: limit('careful'),
  warning: limit('warning'),
  critical: limit('critical'),
  warning_for: seconds('Duration of a warning before it is notified.'),
  critical_for: seconds('Duration of a critical level before it is notified.'),
  clear_for: seconds('Time after the alert until its end is notified.'),
  warning_clear: CLEAR,
  critical_clear: CLEAR,
  clear: describedAs(NUMBER, 'Value beyond which an alert is over; null: no threshold is set.'),
  scopes: listOf(
    closed('Keys with a common prefix.', {
      prefix: text('Prefix of `warning` and the other keys.'),
      isShared: flag('Whether the keys apply to all items of the plugin.'),
    }),
    { description: 'Prefixes of its keys, the most specific first; empty: it cannot be set.' },
  ),
});
/** A judged value: its active thresholds, and their keys. */
export type ValueForm = TypeOf<typeof VALUE>;

const KIND = closed('An alert kind.', {
  name: text('Type of its events.'),
  title: text('Its name in words.'),
  description: text('When it is raised and cleared.'),
  thresholds_of: listOf(text('Name of the plugin.'), {
    description: 'Plugins whose values without alerts of their own raise it by their thresholds.',
  }),
  fields: describedAs(FIELDS, 'Keys in `[alerts]`; the first one enables it.'),
});
export type KindForm = TypeOf<typeof KIND>;

const TARGET = closed('A target of notifications.', {
  name: text('Its section is `[notify_NAME]`.'),
  type: text('Type of the target.'),
  editable: oneOf(['all', 'shared', 'none'], 'Keys that can be set.'),
  fields: describedAs(FIELDS, 'Keys of its section.'),
});
export type TargetForm = TypeOf<typeof TARGET>;

const TYPE = closed('A type of targets.', {
  type: text('Value of the key `type`.'),
  description: text('Service to which it sends.'),
  fields: describedAs(FIELDS, 'Keys that only it has.'),
});
export type TargetTypeForm = TypeOf<typeof TYPE>;

export const FORM = closed('Everything that can be set.', {
  values: listOf(VALUE, { description: 'Judged values.' }),
  kinds: listOf(KIND, { description: 'Alert kinds.' }),
  targets: listOf(TARGET, { description: 'Targets of notifications.' }),
  types: listOf(TYPE, { description: 'Targets that can be created.' }),
  shared: describedAs(FIELDS, 'Keys of every target.'),
});
/** All settings with their active values. */
export type RuleForm = Omit<TypeOf<typeof FORM>, 'values'>;
