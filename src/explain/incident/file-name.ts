import type { IncidentHead } from './incident.ts';

/** `gander-web1-2026-11-26T0312.json.gz`: the machine, and the begin of the explained time in UTC. */
export function fileName({ host, window }: Pick<IncidentHead, 'host' | 'window'>): string {
  const name = host.replace(/[^\w.-]/g, '_').slice(0, 64);
  const time = new Date(window.from).toISOString().slice(0, 16).replace(':', '');
  return `gander-${name}-${time}.json.gz`;
}
