/** The values of plugins that have no section of their own, from their declarations: made once for each. */
import { hasHistory } from '../../../core/fields.ts';
import { fieldsOf, type Plugin } from '../../../core/plugin.ts';
import { columnsOf, type DeclaredColumn } from '../../display/declared.ts';

export type DeclaredColumns = (plugin: Plugin) => readonly DeclaredColumn[];

export function createDeclaredColumns(): DeclaredColumns {
  const known = new WeakMap<Plugin, readonly DeclaredColumn[]>();
  return (plugin) => {
    const columns = known.get(plugin) ?? declaredBy(plugin);
    known.set(plugin, columns);
    return columns;
  };
}

const declaredBy = (plugin: Plugin): DeclaredColumn[] =>
  columnsOf({
    name: plugin.name,
    key: plugin.shape === 'list' ? plugin.key : null,
    fields: Object.fromEntries(
      Object.entries(fieldsOf(plugin)).map(([name, field]) => [
        name,
        { ...field, history: hasHistory(field) },
      ]),
    ),
  });
