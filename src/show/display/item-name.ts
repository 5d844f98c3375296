/** Name of an item of a plugin without its own section. Pure. */
import type { Served } from '../../core/served.ts';
import { nameOf } from './declared.ts';

interface Listed {
  readonly id?: string | undefined;
  readonly name: string;
}

/** Control groups are named by their containers and units, others as their source says. @param containers those of the host */
export function itemName(
  plugin: string,
  item: Readonly<Served>,
  identity: string,
  containers: readonly Listed[],
): string {
  return plugin === 'cgroups' ? groupName(item, identity, containers) : nameOf(item, identity);
}

/** `web/init.scope` for `/system.slice/docker-<id of web>.scope/init.scope`, `nginx.service`, otherwise the path. */
function groupName(
  { unit, container: id }: Readonly<Served>,
  path: string,
  containers: readonly Listed[],
): string {
  const parts = path.split('/');
  if (typeof id === 'string' && id !== '') {
    const name = containers.find((one) => one.name === id || one.id?.startsWith(id))?.name;
    const at = parts.findLastIndex((part) => part.includes(id));
    if (name !== undefined && at >= 0) return [name, ...parts.slice(at + 1)].join('/');
  }
  return typeof unit === 'string' && parts.at(-1) === unit ? unit : path;
}
