/** The server list as CSV (RFC 4180): numbers without units. */
import type { FleetColumn, Server } from '../api/servers.ts';

const HEAD = ['name', 'alias', 'address', 'port', 'status', 'since', 'reason', 'tags'] as const;

export function csvOf(servers: readonly Server[], columns: readonly FleetColumn[]): string {
  const lines = servers.map((server) => [
    server.name,
    server.alias,
    server.ip,
    server.port,
    server.status,
    server.since,
    server.reason,
    server.tags.join(' '),
    ...columns.map(({ key }) => server.values[key]?.value),
  ]);
  const all: readonly (readonly unknown[])[] = [[...HEAD, ...columns.map(({ key }) => key)], ...lines];
  return all.map((line) => `${line.map(fieldOf).join(',')}\r\n`).join('');
}

/** Escapes spreadsheet formulas with a quote. */
function fieldOf(value: unknown): string {
  const isText = typeof value === 'string';
  const text = isText || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  const safe = isText && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
