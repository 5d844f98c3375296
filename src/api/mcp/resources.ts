/** Resources: what is measured, its values and limits, under the addresses that programs of other servers know. */
import type { Json } from '../../core/served.ts';
import { isObject } from '../../core/members.ts';
import { type Asker, AskError } from './asker.ts';
import { visibleValue } from './plain.ts';

interface Resource {
  readonly name: string;
  /** Its address; `{plugin}` is a name. */
  readonly uri: string;
  readonly description: string;
  /** Path of the route that answers. */
  readonly path: string;
}

const resource = (name: string, uri: string, path: string, description: string): Resource => ({
  name,
  uri,
  path,
  description,
});

const RESOURCES: readonly Resource[] = [
  resource('plugins_list', 'glances://plugins', '/api/4/pluginslist', 'Names of the plugins.'),
  resource('all_stats', 'glances://stats', '/api/4/all', 'Values of all plugins.'),
  resource('plugin_stats', 'glances://stats/{plugin}', '/api/4/{plugin}', 'Values of a plugin.'),
  resource('plugin', 'glances://plugin/{plugin}', '/api/4/{plugin}', 'Values of a plugin.'),
  resource(
    'plugin_history',
    'glances://stats/{plugin}/history',
    '/api/4/{plugin}/history',
    'The latest samples of a plugin.',
  ),
  resource('all_limits', 'glances://limits', '/api/4/all/limits', 'Thresholds of all plugins.'),
  resource('plugin_limits', 'glances://limits/{plugin}', '/api/4/{plugin}/limits', 'Thresholds of a plugin.'),
  resource('plugin_states', 'gander://plugins', '/api/plugins', 'State of every plugin, with reasons.'),
  resource(
    'declaration',
    'gander://declarations/{plugin}',
    '/api/plugins/{plugin}',
    'Fields of a plugin: units and what they mean.',
  ),
];

const NAMED = '{plugin}';
/** Beyond, no assistant has room. */
const MOST_BYTES = 256 * 1024;

const listed = (isTemplate: boolean) =>
  RESOURCES.filter(({ uri }) => uri.includes(NAMED) === isTemplate).map(({ name, uri, description }) => ({
    name,
    uri,
    description,
    mimeType: 'application/json',
  }));

export const resources = () => listed(false);
export const resourceTemplates = () =>
  listed(true).map(({ uri: uriTemplate, ...known }) => ({ ...known, uriTemplate }));

/** Returns a resource as JSON, without arguments of processes; null if there is no such resource. Throws `AskError`. */
export async function readResource({ get }: Asker, uri: string): Promise<string | null> {
  for (const { uri: known, path } of RESOURCES) {
    const [before = '', after = ''] = known.split(NAMED);
    const name = uri.slice(before.length, uri.length - after.length);
    const isMeant = known.includes(NAMED)
      ? uri.startsWith(before) && uri.endsWith(after) && /^\w+$/.test(name)
      : uri === known;
    if (!isMeant) continue;
    const found = JSON.stringify(withoutArguments(visibleValue(await get(path.replace(NAMED, name)))));
    if (Buffer.byteLength(found) <= MOST_BYTES) return found;
    throw new AskError(
      `${uri} is longer than ${MOST_BYTES} bytes: read the resource of one plugin, or use the tools`,
    );
  }
  return null;
}

const ARGUMENTS = 'cmdline';

function withoutArguments(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutArguments);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name === ARGUMENTS || member === undefined ? [] : [[name, withoutArguments(member)]],
    ),
  );
}
