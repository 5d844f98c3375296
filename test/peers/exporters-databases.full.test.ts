/** Exporters whose servers Debian lacks, with third-party decoders; and DuckDB, if its package is installed. */
import { spawn } from 'node:child_process';
import type { TlsOptions } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { denied, verdictOfError } from '../../src/net/deliver/verdict.ts';
import type { Certificates } from '../../src/export/exporters/certificates.ts';
import { mapsWithEmpty } from '../../src/export/exporters/shared/maps.ts';
import { startCassandra } from '../support/cassandra-server.ts';
import { exportOnce, kindsOf, recordedCycles, verdictsOf } from '../support/export-once.ts';
import { commonOf } from '../support/exporter-defaults.ts';
import { exporterNamed } from '../support/exporter-opening.ts';
import { type Certificate, hasOpenssl, selfSigned } from '../support/certificates.ts';
import { startMongo } from '../support/mongo-server.ts';
import { askUntil, hasProgram } from '../support/real-server.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

interface DuckDb {
  connect(): Promise<{
    runAndReadAll(text: string): Promise<{ getRowObjectsJson(): unknown[] }>;
    closeSync(): void;
  }>;
  closeSync(): void;
}
interface DuckDbPackage {
  DuckDBInstance: { create(path: string): Promise<DuckDb> };
}

const TIME = Date.UTC(2026, 0, 1, 12);
const number = expect.any(Number) as number;

const send = async (name: string, options: Record<string, unknown>, times = [TIME]) =>
  kindsOf(await verdictsOf(name, options, times));

/** The verdict's kind, or the error; with and without its own certificate. */
async function overTls(name: string, port: number, { server, own }: TlsPair): Promise<string[]> {
  const exporter = exporterNamed(name);
  const cycle = (await recordedCycles())(exporter, TIME);
  const common = { ...commonOf(exporter), timeout: 1 };
  const trusted = { ca: server.cert };
  const told = (certificates: Certificates): Promise<string> =>
    exportOnce(exporter, { host: '127.0.0.1', port }, [cycle], { certificates, common }).then(
      ([verdict]) => verdict?.kind ?? 'nothing',
      (error: unknown) => verdictOfError(error).answer,
    );
  return [
    await told({ ...trusted, cert: own.cert, key: own.key }),
    await told(trusted),
    await told({ ca: own.cert }),
  ];
}

const NO_CERTIFICATE =
  'the TLS handshake failed (tlsv13 alert certificate required); the target asks for a certificate that it trusts: check cert_file and key_file';
const UNTRUSTED = 'self-signed certificate; check the certificate, or set ca_file to that of its authority';

interface TlsPair {
  server: Certificate;
  own: Certificate;
}

const tlsPair = (): TlsPair & { tls: TlsOptions } => {
  const [server, own] = [selfSigned(), selfSigned()];
  const { key, cert } = server;
  return { server, own, tls: { key, cert, ca: own.cert, requestCert: true, rejectUnauthorized: true } };
};

const LOGIN = { host: '127.0.0.1', user: 'gander', username: 'gander', password: 'wrong' };

/** Not among the dependencies: its packages for other platforms cannot be locked where the registry lacks them. */
const duckdb = await (import('@duckdb/node-api' as string) as Promise<DuckDbPackage>).catch(() => null);

describe.skipIf(duckdb === null)('duckdb', () => {
  it('has a table per plugin with times and hosts, which grows', async () => {
    const database = `${temporaryTree()}/values.duckdb`;
    expect(await send('duckdb', { database }, [TIME, TIME + 2000])).toEqual(['sent']);
    expect(await send('duckdb', { database }, [TIME + 4000])).toEqual(['sent']);
    const instance = await duckdb!.DuckDBInstance.create(database);
    const connection = await instance.connect();
    const rows = async (text: string) => (await connection.runAndReadAll(text)).getRowObjectsJson();
    expect(await rows('SELECT count(*)::INT AS n, min(hostname_id) AS host FROM load')).toEqual([
      { n: 3, host: 'testhost' },
    ]);
    expect(await rows(`SELECT epoch_ms(min("time"))::BIGINT AS at FROM load`)).toEqual([
      { at: String(TIME) },
    ]);
    expect(await rows('SELECT DISTINCT key_id, mnt_point, percent > 0 AS used FROM fs')).toContainEqual({
      key_id: 'mnt_point',
      mnt_point: '/',
      used: true,
    });
    connection.closeSync();
    instance.closeSync();
  });
});

const KCAT = '/usr/bin/kcat';

/** librdkafka's test broker, and a consumer that checks CRCs. */
const BROKER = ['test.mock.num.brokers=1', 'check.crcs=true'].flatMap((setting) => ['-X', setting]);
const CONSUMER = ['-C', '-b', 'its own', '-d', 'mock', '-t', 'glances', '-o', 'beginning', '-J', '-u'];

describe.skipIf(!hasProgram(KCAT) || lacking('kcat', { realClock: true }) !== null)('kafka', () => {
  it.each(['none', 'gzip'])(
    'has a record per plugin that kcat consumes, compression %s',
    async (compression) => {
      const consumer = spawn(KCAT, [...BROKER, ...CONSUMER]);
      onTestFinished(() => void consumer.kill('SIGKILL'));
      let log = '';
      let said = '';
      consumer.stderr.on('data', (text: Buffer) => (log += text.toString()));
      consumer.stdout.on('data', (text: Buffer) => (said += text.toString()));
      await askUntil(
        async () => log,
        (text) => text.includes('returning offset 0'),
      );
      const port = Number(/bootstrap\.servers=127\.0\.0\.1:(\d+)/.exec(log)?.[1]);
      const tags = new Map([['site', 'berlin']]);
      expect(await send('kafka', { host: '127.0.0.1', port, tags, compression })).toEqual(['sent']);
      const plugins = mapsWithEmpty((await recordedCycles())(exporterNamed('kafka'), TIME)).size;
      const records = await askUntil(
        async () =>
          said
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as { key: string; payload: string; headers: string[] }),
        (all) => all.length >= plugins,
      );
      expect(new Set(records.map(({ key }) => key)).size, log.slice(-2000)).toBe(plugins);
      const load = records.find(({ key }) => key === 'load');
      expect(JSON.parse(load?.payload ?? '')).toMatchObject({ min1: number, site: 'berlin' });
      // Each has an id of its own.
      const ids = records.map(({ headers: [name, id] }) => `${name} ${id}`);
      expect(new Set(ids).size).toBe(plugins);
      expect(ids[0]).toMatch(/^message-id [\w-]{43}$/);
      // All replicas were to acknowledge.
      expect(log).toContain('Received ProduceRequest');
    },
  );
});

describe('mongodb', () => {
  it('gets a document per plugin, once', async () => {
    const { port, inserted } = await startMongo();
    expect(await send('mongodb', { host: '127.0.0.1', port })).toEqual(['sent']);
    const count = inserted.length;
    const [, load] = inserted.find(([collection]) => collection === 'load') ?? [];
    expect(load).toMatchObject({
      _id: `testhost ${TIME} load`,
      hostname: 'testhost',
      time: new Date(TIME),
      min1: number,
    });
    expect(await send('mongodb', { host: '127.0.0.1', port })).toEqual(['sent']);
    expect(inserted).toHaveLength(count);
  });

  it('says that a password is wrong', async () => {
    const { port } = await startMongo({ isClosed: true });
    expect((await verdictsOf('mongodb', { ...LOGIN, port }))[0]).toEqual(denied('Authentication failed.'));
  });
});

describe('cassandra', () => {
  it('gets a row per plugin, with its numbers', async () => {
    const { port, queries, rows } = await startCassandra();
    expect(await send('cassandra', { host: '127.0.0.1', port })).toEqual(['sent']);
    expect(queries).toEqual([
      expect.stringContaining('CREATE KEYSPACE IF NOT EXISTS "glances"') as string,
      expect.stringContaining('CREATE TABLE IF NOT EXISTS "glances"."testhost"') as string,
      'INSERT INTO "glances"."testhost" (plugin, time, stat) VALUES (?, ?, ?)',
    ]);
    const [, time, stat] = rows.find(([plugin]) => plugin === 'load') ?? [];
    expect(stat).toMatchObject({ min1: number, cpucore: 2 });
    // A time-based UUID of this moment: 100 ns since 1582-10-15 in its three parts.
    const ticks = BigInt(`0x${time?.slice(13, 16)}${time?.slice(8, 12)}${time?.slice(0, 8)}`);
    expect(Number((ticks - 122_192_928_000_000_000n) / 10_000n)).toBe(TIME);
  });

  it('says that a password is wrong, and why there is no connection', async () => {
    const { port } = await startCassandra({ isClosed: true });
    expect((await verdictsOf('cassandra', { ...LOGIN, port }))[0]).toEqual(
      denied('Provided username and/or password are incorrect'),
    );
    await expect(verdictsOf('cassandra', { ...LOGIN, port: 1 })).rejects.toThrow(
      /^connect ECONNREFUSED 127\.0\.0\.1:1$/,
    );
  });
});

describe.skipIf(!hasOpenssl())('over TLS, to a server that asks for a certificate', () => {
  it('mongodb', async () => {
    const pair = tlsPair();
    const { port, inserted } = await startMongo(pair);
    expect(await overTls('mongodb', port, pair)).toEqual(['sent', NO_CERTIFICATE, UNTRUSTED]);
    expect(inserted.length).toBeGreaterThan(10);
  });

  it('cassandra', async () => {
    const pair = tlsPair();
    const { port, rows } = await startCassandra(pair);
    expect(await overTls('cassandra', port, pair)).toEqual(['sent', NO_CERTIFICATE, UNTRUSTED]);
    expect(rows.length).toBeGreaterThan(10);
  });
});
