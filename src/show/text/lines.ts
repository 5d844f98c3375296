/** The lines of `--stdout`. */
import type { PluginValue, Served, ServedMember } from '../../core/served.ts';
import { exportView, floatKeys, itemsOf } from '../../core/export-view.ts';
import { pythonText } from './python-repr.ts';
import type { Selector } from './selection.ts';

/** `plugin: value`, `plugin.field: value` or `plugin.item.field: value`; none for what is not there. */
export function stdoutLines({ label, plugin, field, item }: Selector, served: PluginValue): string[] {
  const value = exportView(plugin.name, served);
  const isFloat = floatKeys(plugin);
  const line = (name: string, member: ServedMember, key: string): string =>
    `${pythonText(name)}: ${pythonText(member, isFloat, key)}`;
  if (field === null) return [line(label, value, '')];
  if (plugin.shape === 'list') {
    return itemsOf(plugin, value)
      .filter(([identity, members]) => (item === null || identity === item) && Object.hasOwn(members, field))
      .map(([identity, members]) => line(`${label}.${identity}.${field}`, members[field], field));
  }
  const members = (typeof value === 'object' ? value : null) as Served | null;
  if (members === null || !Object.hasOwn(members, field)) return [];
  return [line(`${label}.${field}`, members[field], field)];
}
