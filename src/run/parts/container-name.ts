import type { PluginValue, Served } from '../../core/served.ts';

/** Returns the name of a container in its engine, otherwise the short id that engines show. */
export function containerName(containers: PluginValue, container: string): string {
  const items = Array.isArray(containers) ? (containers as readonly Served[]) : [];
  const name = items.find(({ id }) => typeof id === 'string' && id !== '' && container.startsWith(id))?.[
    'name'
  ];
  if (typeof name === 'string') return name;
  return /^[0-9a-f]{64}$/.test(container) ? container.slice(0, 12) : container;
}
