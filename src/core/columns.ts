/** Columns: single values of plugins, named `plugin:field` or `plugin:field:item`. */
import { OptionError } from './option-parse.ts';
import { closed, orNull, text, type TypeOf } from './shape.ts';

export const SERVER_COLUMN = closed('A value displayed for every server.', {
  key: text('Its key in rows.'),
  plugin: text('Name of the plugin.'),
  field: text('Name of the field.'),
  item: orNull(text('Identity of the item; null for plugins that show one object.')),
  unit: orNull(text('Unit; null: none, or this server does not know the field.')),
  description: orNull(text('Description; null: this server does not know the field.')),
});
export type ServerColumn = TypeOf<typeof SERVER_COLUMN>;

/** `key`: the other parts joined by `_`. */
export type Column = Pick<ServerColumn, 'key' | 'plugin' | 'field' | 'item'>;

export const MOST_COLUMNS = 30;
/** Last numbers of a column that are kept of each server. */
export const RECENT_LENGTH = 30;
const PLUGIN = /^\w{1,64}$/;
const FIELD = /^[\w.-]{1,64}$/;
const LONGEST_ITEM = 255;

/** Columns in the order given, each once. Throws {@link OptionError}. */
export function parseColumns(words: readonly string[]): Column[] {
  const columns = new Map(words.map((word) => [word, parseColumn(word)]));
  const byKey = new Map([...columns.values()].map((column) => [column.key, column]));
  if (byKey.size > MOST_COLUMNS) throw new OptionError(`expected at most ${MOST_COLUMNS} columns`);
  return [...byKey.values()];
}

/** Identities may hold colons, as addresses do. */
function parseColumn(word: string): Column {
  const [plugin = '', field = '', ...rest] = word.split(':');
  const item = rest.length === 0 ? null : rest.join(':');
  if (!PLUGIN.test(plugin) || !FIELD.test(field) || item === '' || (item?.length ?? 0) > LONGEST_ITEM)
    throw new OptionError(`"${word}" is not plugin:field or plugin:field:item, such as cpu:total`);
  return { key: [plugin, field, ...(item === null ? [] : [item])].join('_'), plugin, field, item };
}
