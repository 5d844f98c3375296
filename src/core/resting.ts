/** Which plugins rest while nobody looks at them. */
import { type Field, hasHistory } from './fields.ts';
import { fieldsOf, othersOf, type Plugin } from './plugin.ts';

/** True for fields that history or levels need at every sample. */
const isFollowed = ({ options, of, members, ...field }: Field): boolean =>
  hasHistory({ options, ...field }) ||
  options.level !== undefined ||
  [...(of ? [of] : []), ...Object.values(members ?? {})].some(isFollowed);

/** Heavy plugins, and those of which nothing is recorded or judged: their values matter only to those who ask. */
export const canRest = (plugin: Plugin): boolean =>
  plugin.weight === 'heavy' ||
  ![...Object.values(fieldsOf(plugin)), othersOf(plugin)].some((field) => field && isFollowed(field));
