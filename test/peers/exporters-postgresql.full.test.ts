/** Exporters of tables to PostgreSQL, by its optional package. */
import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { denied } from '../../src/net/deliver/verdict.ts';
import { type MadeCertificate, makeCertificate } from '../support/certificates.ts';
import { kindsOf, verdictsOf } from '../support/export-once.ts';
import { freePort } from '../support/free-port.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROGRAMS = {
  initdb: '/usr/lib/postgresql/15/bin/initdb',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
};

describe.skipIf(!hasProgram(PROGRAMS.initdb))('PostgreSQL', () => {
  it('gets a table per plugin, which grows with its columns', async () => {
    const port = await freePort();
    const folder = temporaryTree();
    const isRoot = process.getuid?.() === 0;
    const uid = isRoot ? 65_534 : undefined;
    if (uid !== undefined) chownSync(folder, uid, uid);
    execFileSync(
      PROGRAMS.initdb,
      ['-D', `${folder}/data`, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
      { uid, gid: uid, stdio: 'ignore' },
    );
    const access = readFileSync(`${folder}/data/pg_hba.conf`, 'utf8');
    writeFileSync(`${folder}/data/pg_hba.conf`, `hostssl all certified 127.0.0.1/32 cert\n${access}`);
    const [server, own] = ['server', 'certified'].map((name) => makeCertificate(folder, name)) as [
      MadeCertificate,
      MadeCertificate,
    ];
    if (uid !== undefined) chownSync(server.key, uid, uid);
    const tls = { ssl: 'on', ssl_cert_file: server.certificate, ssl_key_file: server.key };
    const settings = Object.entries({ ...tls, ssl_ca_file: own.certificate }).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ]);
    await startServer(
      PROGRAMS.postgres,
      ['-D', `${folder}/data`, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F', ...settings],
      { port, ...(uid !== undefined && { uid }) },
    );
    const sql = postgres({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      database: 'postgres',
      onnotice: () => {},
    });
    await askUntil(
      () =>
        sql`SELECT 1`.then(
          () => true,
          () => false,
        ),
      (is) => is,
    );
    await sql`CREATE TABLE load ("time" TIMESTAMPTZ NOT NULL, "hostname_id" TEXT NOT NULL, "min1" DOUBLE PRECISION)`;
    const time = Date.UTC(2026, 0, 1);
    expect(
      kindsOf(
        await verdictsOf('timescaledb', { host: '127.0.0.1', port, db: 'postgres' }, [time, time + 2000]),
      ),
    ).toEqual(['sent']);
    const rows = await sql`SELECT * FROM load ORDER BY time`;
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ hostname_id: 'testhost', time: new Date(time), cpucore: 2 });
    expect(await sql`SELECT DISTINCT key_id, mnt_point FROM fs`).toContainEqual({
      key_id: 'mnt_point',
      mnt_point: '/',
    });
    // Repeated rows are already in its tables.
    const counts = () =>
      sql`SELECT (SELECT count(*) FROM mem) AS mem, (SELECT count(*) FROM network) AS network`;
    const before = await counts();
    expect(before[0]).toMatchObject({ mem: '2' });
    expect(
      kindsOf(await verdictsOf('postgresql', { host: '127.0.0.1', port, db: 'postgres' }, [time])),
    ).toEqual(['sent']);
    expect(await counts()).toEqual(before);
    const refused = await verdictsOf('timescaledb', { host: '127.0.0.1', port, db: 'nothing' });
    expect(refused[0]).toMatchObject({
      kind: 'wait',
      answer: 'database "nothing" does not exist; create it, or check db',
    });
    // A user with a certificate as the only credential.
    await sql`CREATE ROLE certified LOGIN SUPERUSER`;
    const certified = { host: '127.0.0.1', port, db: 'postgres', user: 'certified', hostname: 'of.its.own' };
    const text = (path: string) => readFileSync(path, 'utf8');
    const certificates = { ca: text(server.certificate), cert: text(own.certificate), key: text(own.key) };
    expect(kindsOf(await verdictsOf('postgresql', certified, [time + 4000], { certificates }))).toEqual([
      'sent',
    ]);
    expect((await counts())[0]).toMatchObject({ mem: '3' });
    expect(await sql`SELECT DISTINCT hostname_id FROM mem ORDER BY 1`).toEqual([
      { hostname_id: 'of.its.own' },
      { hostname_id: 'testhost' },
    ]);
    const { ca } = certificates;
    expect((await verdictsOf('postgresql', certified, [time], { certificates: { ca } }))[0]).toEqual(
      denied('connection requires a valid client certificate'),
    );
    await sql.end();
  });
});
