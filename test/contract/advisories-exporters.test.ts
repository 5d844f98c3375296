/** Published advisories about exporters of servers with this API, each with a test of its name. */
import { loading } from '../support/fake-package.ts';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../src/export/metrics/points.ts';
import { exporterNamed, openingOf } from '../support/exporter-opening.ts';

describe('advisories about exporters', () => {
  const EVIL = `x'); DROP TABLE "fs"; --`;

  const point: Point = {
    plugin: 'fs',
    key: 'mnt_point',
    item: EVIL,
    fields: [
      ['mnt_point', EVIL],
      [EVIL, 1],
    ],
  };
  const cycle = { time: 0, host: EVIL, interval: 2, points: () => [point], families: () => [] };

  /** Sends hostile names through an exporter, with `client` in place of its package. */
  async function send(
    name: string,
    client: Record<string, unknown>,
    values: Record<string, unknown> = {},
  ): Promise<void> {
    const exporter = exporterNamed(name);
    const opening = { ...openingOf(exporter, values, EVIL), load: loading(client) };
    const [payload] = exporter.encoder(opening)(cycle);
    const session = exporter.open(opening);
    const context = { signal: AbortSignal.timeout(5000), now: 0 };
    expect((await session.send(payload?.bytes ?? new Uint8Array(), context)).kind).toBe('sent');
    await session.close?.();
  }

  type Ask = (query: string, values?: readonly unknown[]) => Promise<unknown>;
  const postgres = (unsafe: Ask) => ({ default: () => ({ unsafe, end: async () => {} }) });
  const duckdb = (ask: Ask) => {
    const connection = {
      runAndReadAll: async (query: string, values: readonly unknown[]) => {
        await ask(query, values);
        return { getRowObjects: () => [] };
      },
      closeSync: () => {},
    };
    return {
      DuckDBInstance: { create: async () => ({ connect: async () => connection, closeSync: () => {} }) },
    };
  };

  it.each([
    ['CVE-2026-30930', 'timescaledb', postgres],
    ['CVE-2026-32611', 'duckdb', duckdb],
  ])(
    '%s, SQL injection by %s: names and values are bound parameters, identifiers are plain words',
    async (_, name, clientOf) => {
      const asked: { query: string; values: readonly unknown[] }[] = [];
      await send(
        name,
        clientOf(async (query, values = []) => {
          asked.push({ query, values });
          return [];
        }),
      );
      expect(asked.length).toBeGreaterThan(3);
      for (const { query } of asked) expect(query).not.toMatch(/'\)|--|;/);
      expect(asked.at(-1)?.values).toContain(EVIL);
    },
  );

  it('CVE-2026-35588, CQL injection: identifiers are quoted, values are bound', async () => {
    const asked: { query: string; values: readonly unknown[] }[] = [];
    class Client {
      async connect(): Promise<void> {}
      async execute(query: string, values: readonly unknown[] = []): Promise<void> {
        asked.push({ query, values });
      }
      async shutdown(): Promise<void> {}
    }
    const client = {
      Client,
      types: { TimeUuid: { fromString: (text: string) => text } },
      policies: { loadBalancing: { RoundRobinPolicy: Object } },
    };
    await send('cassandra', client, { keyspace: EVIL });
    expect(asked).toHaveLength(3);
    for (const { query } of asked) {
      expect(query).toContain(`"${EVIL.replaceAll('"', '""')}"`);
      // All of it is inside quotes.
      expect(query.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/DROP|--|;/);
    }
    expect(asked.at(-1)?.values).toContain('fs');
  });
});
