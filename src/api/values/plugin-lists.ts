/** Lists of plugins: `/pluginslist`, `/all`, `/all/views` and `/all/limits` name the same ones. */
import { isExtraPlugin } from '../../core/glances-names.ts';
import type { Plugin } from '../../core/plugin.ts';
import { documentQuery, flagQuery, readDeclared } from '../../http/route/query.ts';

/** Published lists contain only documented plugins: existing clients ask for each, and fail at names they do not know. */
const QUERY = {
  extra: flagQuery('Adds plugins beyond the published list, such as `pressure` and `units`.'),
};

export const EXTRA_PARAMETER = documentQuery(QUERY);

/** True if a request asks for all plugins. Throws an `ApiError`. */
export const asksForExtra = (query: unknown): boolean => readDeclared(QUERY, query, 0).extra;

/** Names of the enabled plugins. */
export const listedNames = ({ plugins }: { plugins: readonly Plugin[] }, extra: boolean): string[] =>
  plugins.flatMap(({ name }) => (extra || !isExtraPlugin(name) ? [name] : []));
