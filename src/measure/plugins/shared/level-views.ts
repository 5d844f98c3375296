import type { Served, View } from '../../../core/served.ts';

/** Only the level; empty if normal. */
type LevelView = Partial<Pick<View, 'decoration'>>;

interface LevelViewsSetup {
  /** Name of the field that identifies an item. */
  key: string;
  /** Fields with a view. */
  fields: readonly string[];
  /** True if a field without a value has an empty view. */
  emptyWithoutValue?: boolean;
}

/** Views of lists that have nothing to say but the levels of some fields: `{identity: {field: {decoration}}}`. */
export const levelViews =
  ({ key, fields, emptyWithoutValue = false }: LevelViewsSetup) =>
  (
    views: Readonly<Record<string, Record<string, View>>>,
    items: readonly Served[],
  ): Record<string, Record<string, LevelView>> => {
    const viewOf = (item: Served, field: string): LevelView =>
      emptyWithoutValue && typeof item[field] !== 'number'
        ? {}
        : { decoration: views[String(item[key])]?.[field]?.decoration ?? 'DEFAULT' };
    return Object.fromEntries(
      items.map((item) => [
        String(item[key]),
        Object.fromEntries(fields.map((field) => [field, viewOf(item, field)])),
      ]),
    );
  };
