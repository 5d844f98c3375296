import type { Environment } from './secret-value.ts';

/**
 * Returns the folder for persistent state: the service manager's (systemd's `StateDirectory=`, the first of several),
 * `$XDG_STATE_HOME/gander`, /var/lib/gander for root, `~/.local/state/gander`. Null if there is none.
 */
export function stateFolder(environment: Environment, isRoot: boolean): string | null {
  const { STATE_DIRECTORY: service = '', XDG_STATE_HOME: xdg = '', HOME: home = '' } = environment;
  const [first = ''] = service.split(':');
  if (first.startsWith('/')) return first;
  if (xdg.startsWith('/')) return `${xdg}/gander`;
  if (isRoot) return '/var/lib/gander';
  return home.startsWith('/') ? `${home}/.local/state/gander` : null;
}
