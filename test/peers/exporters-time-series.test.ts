/** Exporters of numbers, to the servers that Debian has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cycle } from '../../src/export/exporters/exporter.ts';
import type { Point } from '../../src/export/metrics/points.ts';
import { exportOnce, recordedCycles } from '../support/export-once.ts';
import { exporterNamed } from '../support/exporter-opening.ts';
import { isInThisRun } from '../support/full-run.ts';
import { freePort } from '../support/free-port.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROGRAMS = {
  victoria: '/usr/bin/victoria-metrics',
  prometheus: '/usr/bin/prometheus',
  influx: '/usr/bin/influxd',
  carbon: '/usr/bin/carbon-cache',
};

type Answer = { data: { result: { metric: Record<string, string>; value: [number, string] }[] } };

const query = async (port: number, expression: string): Promise<Answer['data']['result']> => {
  const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
  const { data } = (await (await fetch(url)).json()) as Answer;
  return data.result;
};

const found = (port: number, expression: string, ask = query) =>
  askUntil(
    () => ask(port, expression),
    (result) => result.length > 0,
  );

const cycleOf = async (name: string, time = Date.now()): Promise<Cycle> =>
  (await recordedCycles())(exporterNamed(name), time);

const SENT = { kind: 'sent' };

const lacksVictoria =
  !hasProgram(PROGRAMS.victoria) || lacking('VictoriaMetrics', { realClock: true }) !== null;

describe.skipIf(lacksVictoria)('VictoriaMetrics takes', async () => {
  /** Values accepted so far; it caches an empty result for ten seconds. */
  const flushed = async (port: number, expression: string) => {
    await fetch(`http://127.0.0.1:${port}/internal/force_flush`);
    return query(port, expression);
  };

  const start = async () => {
    const [port, graphite, opentsdb] = await Promise.all([freePort(), freePort(), freePort()]);
    await startServer(
      PROGRAMS.victoria,
      [
        `-storageDataPath=${temporaryTree()}/data`,
        `-httpListenAddr=127.0.0.1:${port}`,
        `-graphiteListenAddr=127.0.0.1:${graphite}`,
        `-opentsdbListenAddr=127.0.0.1:${opentsdb}`,
        '-search.latencyOffset=0s',
      ],
      { port },
    );
    return { port, graphite, opentsdb };
  };

  it('lines of InfluxDB whose tags hold backslashes, commas and blanks anywhere', async () => {
    const { port } = await start();
    const items = ['\\', 'a\\', 'b\\\\', 'c\\d', 'e\\,f', 'g\\ h', 'i\\=j', ',', 'k=l m,n', '\\\\o\\\\ p'];
    const points: readonly Point[] = items.map((item, index) => ({
      plugin: 'fs',
      key: 'mnt_point',
      item,
      fields: [['percent', index]],
    }));
    const cycle = {
      time: Date.now(),
      host: 'back\\',
      interval: 1,
      points: () => points,
      families: () => [],
    };
    const verdicts = await exportOnce(exporterNamed('influxdb'), { host: '127.0.0.1', port }, [cycle]);
    expect(verdicts).toMatchObject([SENT]);
    const result = await askUntil(
      () => flushed(port, 'fs_percent'),
      (rows) => rows.length >= items.length,
    );
    const byValue = new Map(result.map(({ metric, value: [, text] }) => [Number(text), metric['mnt_point']]));
    expect(items.map((_, index) => byValue.get(index))).toEqual([
      '/',
      'a/',
      'b//',
      'c\\d',
      'e/,f',
      'g/ h',
      'i/=j',
      ',',
      'k=l m,n',
      expect.stringMatching(/^\\+o\/\/ p$/) as string,
    ]);
    expect(new Set(result.map(({ metric }) => metric['hostname']))).toEqual(new Set(['back/']));
  });

  it('what each exporter of numbers sends', async () => {
    const { port, graphite, opentsdb } = await start();
    const send = async (name: string, options: Record<string, unknown>) => {
      const verdicts = await exportOnce(exporterNamed(name), options, [await cycleOf(name)]);
      expect(verdicts, name).toEqual(verdicts.map(() => expect.objectContaining(SENT) as unknown));
      expect(verdicts.length, name).toBeGreaterThan(0);
    };
    await Promise.all([
      send('remote_write', { url: new URL(`http://127.0.0.1:${port}/api/v1/write`) }),
      // It ignores a request of version 2.0, and then gets one of 1.0.
      send('remote_write', {
        url: new URL(`http://127.0.0.1:${port}/api/v1/write`),
        protocol: '2',
        labels: new Map([['job', 'newer']]),
      }),
      send('influxdb', { host: '127.0.0.1', port, prefix: 'one' }),
      send('influxdb2', { host: '127.0.0.1', port, org: 'o', bucket: 'b', token: 't', prefix: 'two' }),
      send('graphite', { host: '127.0.0.1', port: graphite }),
      send('opentsdb', { host: '127.0.0.1', port: opentsdb, prefix: 'tsdb' }),
    ]);
    const both = await askUntil(
      () => flushed(port, 'gander_cpu_total_ratio'),
      (result) => result.length > 1,
    );
    expect(both.map(({ metric }) => metric['job']).sort()).toEqual(['gander', 'newer']);
    const series = both.find(({ metric }) => metric['job'] === 'gander');
    expect(series?.metric).toMatchObject({ job: 'gander', instance: 'testhost' });
    expect(series?.value[1]).toBe('0.998');
    expect((await found(port, '{__name__="one.load_min1"}', flushed))[0]?.metric['hostname']).toBe(
      'testhost',
    );
    const lo = await found(port, '{__name__="two.network_bytes_recv",interface_name="eth0"}', flushed);
    expect(lo).toHaveLength(1);
    expect(await found(port, '{__name__="glances.testhost.load.min1"}', flushed)).toHaveLength(1);
    expect((await found(port, '{__name__="tsdb.load.min1"}', flushed))[0]?.metric['host']).toBe('testhost');
  });
});

describe.skipIf(!hasProgram(PROGRAMS.prometheus) || lacking('Prometheus', { realClock: true }) !== null)(
  'Prometheus',
  () => {
    it('takes remote writes, twice the same, and ends series that have gone', async () => {
      const port = await freePort();
      const folder = temporaryTree({ 'p.yml': 'global: {}\n' });
      await startServer(
        PROGRAMS.prometheus,
        [
          `--config.file=${folder}/p.yml`,
          `--storage.tsdb.path=${folder}/data`,
          `--web.listen-address=127.0.0.1:${port}`,
          '--web.enable-remote-write-receiver',
        ],
        { port, ready: '/-/ready' },
      );
      const exporter = exporterNamed('remote_write');
      const options = { url: new URL(`http://127.0.0.1:${port}/api/v1/write`) };
      const time = Date.now() - 3000;
      const first = await cycleOf('remote_write', time);
      const without: Cycle = {
        ...first,
        time: time + 2000,
        families: () => first.families().filter(({ name }) => name !== 'gander_load_min1'),
      };
      const [once, twice] = [
        await exportOnce(exporter, options, [first]),
        await exportOnce(exporter, options, [first]),
      ];
      expect([...once, ...twice].map(({ kind }) => kind)).toEqual([...once, ...twice].map(() => 'sent'));
      expect(await found(port, 'gander_load_min1{job="gander"}')).toHaveLength(1);
      const newer = { ...options, protocol: '2', labels: new Map([['job', 'newer']]) };
      expect((await exportOnce(exporter, newer, [first])).every(({ kind }) => kind === 'sent')).toBe(true);
      expect(await found(port, 'gander_load_min1{job="newer"}')).toHaveLength(1);
      const old = await exportOnce(exporter, options, [{ ...first, time: time - 86_400_000 }]);
      // Not retried, whatever the status: neither it nor older batches will be accepted.
      expect(old[0]).toMatchObject({ kind: 'drop', isTooOld: true });
      const ended = await exportOnce(exporter, options, [{ ...first, time: time + 1000 }, without]);
      expect(ended.every(({ kind }) => kind === 'sent')).toBe(true);
      expect(await query(port, 'gander_load_min1{job="gander"}')).toEqual([]);
      expect(await query(port, 'gander_load_min5{job="gander"}')).toHaveLength(1);
    });
  },
);

describe.skipIf(!hasProgram(PROGRAMS.influx) || !isInThisRun('InfluxDB 1 and carbon'))('InfluxDB 1', () => {
  it('takes line protocol into a database that is made', async () => {
    const [port, rpc] = [await freePort(), await freePort()];
    const folder = temporaryTree();
    writeFileSync(
      `${folder}/i.conf`,
      `reporting-disabled = true\nbind-address = "127.0.0.1:${rpc}"\n[meta]\n dir = "${folder}/meta"\n[data]\n dir = "${folder}/data"\n wal-dir = "${folder}/wal"\n[http]\n bind-address = "127.0.0.1:${port}"\n[logging]\n level = "error"\n`,
    );
    await startServer(PROGRAMS.influx, ['-config', `${folder}/i.conf`], { port });
    const options = { host: '127.0.0.1', port, tags: new Map([['site', 'a b,c=d\\']]) };
    const verdicts = await exportOnce(exporterNamed('influxdb'), options, [await cycleOf('influxdb')]);
    expect(verdicts.map(({ kind, answer }) => `${kind} ${answer}`)).toEqual(
      verdicts.map(() => 'sent status 204'),
    );
    const url = `http://127.0.0.1:${port}/query?db=glances&q=${encodeURIComponent('SELECT * FROM network GROUP BY *')}`;
    const answer = (await (await fetch(url)).json()) as {
      results: { series: { tags: Record<string, string> }[] }[];
    };
    const { results } = answer;
    const tags = results[0]?.series.map((series) => series.tags) ?? [];
    expect(tags).toContainEqual({
      hostname: 'testhost',
      interface_name: 'eth0',
      site: expect.stringContaining('a b,c=d') as string,
    });
    // Names of items are arbitrary.
    const names = ['"a" \'b\'', 'a,b=c d', '\u{1F680}', 'c\\,d', 'x'.repeat(10_000)];
    const points = names.map((item) => ({
      plugin: 'odd',
      key: 'name',
      item,
      fields: [
        ['percent', 1],
        ['text', item],
      ],
    })) as Point[];
    const odd: Cycle = { ...(await cycleOf('influxdb')), points: () => points };
    expect(await exportOnce(exporterNamed('influxdb'), options, [odd])).toEqual([
      { kind: 'sent', answer: 'status 204' },
    ]);
    const again = url.replace('network', 'odd');
    const { results: found } = (await (await fetch(again)).json()) as typeof answer;
    // A backslash before a comma becomes a slash.
    const expected = names.map((name) => name.replace('\\', '/'));
    expect(found[0]?.series.map((series) => series.tags['name']).toSorted()).toEqual(expected.toSorted());
  });
});

/** VictoriaMetrics takes the same lines. */
const isCarbonSkipped = !hasProgram(PROGRAMS.carbon) || !isInThisRun('InfluxDB 1 and carbon');

describe.skipIf(isCarbonSkipped)('carbon', () => {
  it('takes lines', async () => {
    const [port, pickle, link] = [await freePort(), await freePort(), await freePort()];
    const folder = temporaryTree();
    mkdirSync(`${folder}/storage/whisper`, { recursive: true });
    mkdirSync(`${folder}/log`);
    writeFileSync(`${folder}/storage-schemas.conf`, '[all]\npattern = .*\nretentions = 1s:1m\n');
    writeFileSync(
      `${folder}/carbon.conf`,
      `[cache]\nSTORAGE_DIR = ${folder}/storage/\nCONF_DIR = ${folder}/\nLOG_DIR = ${folder}/log/\nPID_DIR = ${folder}/\nLOCAL_DATA_DIR = ${folder}/storage/whisper/\nLINE_RECEIVER_INTERFACE = 127.0.0.1\nLINE_RECEIVER_PORT = ${port}\nPICKLE_RECEIVER_INTERFACE = 127.0.0.1\nPICKLE_RECEIVER_PORT = ${pickle}\nCACHE_QUERY_INTERFACE = 127.0.0.1\nCACHE_QUERY_PORT = ${link}\nMAX_CREATES_PER_MINUTE = inf\nMAX_UPDATES_PER_SECOND = inf\nENABLE_LOGROTATION = False\n`,
    );
    await startServer(PROGRAMS.carbon, [`--config=${folder}/carbon.conf`, '--nodaemon', 'start'], { port });
    const verdicts = await exportOnce(exporterNamed('graphite'), { host: '127.0.0.1', port }, [
      await cycleOf('graphite'),
    ]);
    expect(verdicts.every(({ kind }) => kind === 'sent')).toBe(true);
    const file = `${folder}/storage/whisper/glances/testhost/fs/_/percent.wsp`;
    expect(
      await askUntil(
        async () => hasProgram(file),
        (is) => is,
      ),
    ).toBe(true);
  });
});
