/** ClickHouse and RabbitMQ of Debian; RabbitMQ takes six seconds of both cores to start, and so runs in `npm run test:full` alone. */
import type { ChildProcess } from 'node:child_process';
import { connect, type GetMessage } from 'amqplib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/measure/host/system-clock.ts';
import type { ExporterState } from '../../src/export/metrics/exporters.ts';
import type { CommonOptions } from '../../src/export/exporters/options.ts';
import { createRunner } from '../../src/export/exporters/runner.ts';
import { exportOnce, recordedCycles } from '../support/export-once.ts';
import { exporterNamed, openingOf } from '../support/exporter-opening.ts';
import { freePort } from '../support/free-port.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { lacking } from '../support/live-tools.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const PROGRAMS = {
  clickhouse: '/usr/sbin/clickhouse-server',
  rabbitmq: '/usr/lib/rabbitmq/bin/rabbitmq-server',
  epmd: '/usr/bin/epmd',
};
const TIME = Date.UTC(2026, 0, 1, 12);

const send = async (
  name: string,
  options: Record<string, unknown>,
  { times = [TIME], common = {} }: { times?: number[]; common?: Partial<CommonOptions> } = {},
) => {
  const exporter = exporterNamed(name);
  const cycles = await recordedCycles('small-vm', common);
  const verdicts = await exportOnce(
    exporter,
    options,
    times.map((time) => cycles(exporter, time)),
  );
  return [...new Set(verdicts.map(({ kind, answer }) => `${kind} ${answer}`))];
};

const USERS = `<yandex><profiles><default></default></profiles><quotas><default></default></quotas><users>
<default><password>s3cret</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default>
</users></yandex>`;

describe.skipIf(!hasProgram(PROGRAMS.clickhouse) || lacking('ClickHouse', { realClock: true }) !== null)(
  'ClickHouse',
  () => {
    it('has a table per plugin, which is made, gains columns, and is made again when it has gone', async () => {
      const [port, tcp, internal] = [await freePort(), await freePort(), await freePort()];
      const folder = temporaryTree({ 'users.xml': USERS });
      const config = temporaryTree({
        'config.xml': `<yandex><logger><level>error</level><console>1</console></logger>
<http_port>${port}</http_port><tcp_port>${tcp}</tcp_port><interserver_http_port>${internal}</interserver_http_port>
<interserver_http_host>127.0.0.1</interserver_http_host><listen_host>127.0.0.1</listen_host>
<path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><users_config>${folder}/users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>5000000</mark_cache_size></yandex>`,
      });
      await startServer(PROGRAMS.clickhouse, [`--config-file=${config}/config.xml`], { port });
      const options = { host: '127.0.0.1', port, password: 's3cret' };
      const query = async (text: string): Promise<unknown> => {
        const url = `http://127.0.0.1:${port}/?query=${encodeURIComponent(`${text} FORMAT JSONCompact`)}`;
        const answer = await fetch(url, {
          headers: { 'x-clickhouse-user': 'default', 'x-clickhouse-key': 's3cret' },
        });
        return ((await answer.json()) as { data: unknown }).data;
      };
      const drop = (table: string) =>
        fetch(`http://127.0.0.1:${port}/?query=${encodeURIComponent(`DROP TABLE glances.${table}`)}`, {
          method: 'POST',
          headers: { 'x-clickhouse-user': 'default', 'x-clickhouse-key': 's3cret' },
        });

      const few = { plugins: [/^(load|fs|network)$/], exclude_fields: [/^load\.min15$/] };
      expect(await send('clickhouse', { ...options, password: 'wrong' }, { common: few })).toEqual([
        expect.stringMatching(/^wait .*Wrong password/) as string,
      ]);
      expect(await send('clickhouse', options, { common: few, times: [TIME, TIME + 2000] })).toEqual([
        'sent status 200',
      ]);
      const whole = { plugins: [/^(load|fs|network)$/] };
      expect(await send('clickhouse', options, { common: whole, times: [TIME + 4000] })).toEqual([
        'sent status 200',
      ]);
      expect(
        await query(
          'SELECT toUnixTimestamp(time), hostname_id, min1 > 0, min15 IS NULL FROM glances.load ORDER BY time',
        ),
      ).toEqual([
        [TIME / 1000, 'testhost', 1, 1],
        [TIME / 1000 + 2, 'testhost', 1, 1],
        [TIME / 1000 + 4, 'testhost', 1, 0],
      ]);
      expect(
        await query("SELECT DISTINCT interface_name FROM glances.network WHERE key_id = 'interface_name'"),
      ).toEqual([['eth0']]);
      await drop('load');
      expect(await send('clickhouse', options, { common: whole, times: [TIME + 6000] })).toEqual([
        'sent status 200',
      ]);
      expect(await query('SELECT count() FROM glances.load')).toEqual([['1']]);
    });
  },
);

/** A broker with its own name, ports and folders. Returns its process once it listens; the next one finds its data. */
async function createBroker(): Promise<{ port: number; start(): Promise<ChildProcess> }> {
  const [port, distribution, names] = [await freePort(), await freePort(), await freePort()];
  const folder = temporaryTree({ enabled_plugins: '[].\n' });
  const common = { ERL_EPMD_PORT: String(names), HOME: folder };
  // The broker would start one that outlives it.
  await startServer(PROGRAMS.epmd, ['-port', String(names), '-address', '127.0.0.1'], { port: names });
  const env = {
    ...common,
    // Replaces the shell, so ending it ends the broker.
    RUNNING_UNDER_SYSTEMD: 'true',
    RABBITMQ_NODENAME: `gander${port}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: `${folder}/mnesia`,
    RABBITMQ_LOGS: '-',
    RABBITMQ_ENABLED_PLUGINS_FILE: `${folder}/enabled_plugins`,
    RABBITMQ_CONF_ENV_FILE: `${folder}/none`,
  };
  return { port, start: () => startServer(PROGRAMS.rabbitmq, [], { port, env }) };
}

/** Takes all messages out of the queue of the exporter. */
async function messagesOf(port: number): Promise<GetMessage[]> {
  const client = await connect({ hostname: '127.0.0.1', port, username: 'guest', password: 'guest' });
  const channel = await client.createChannel();
  await channel.assertQueue('glances_queue', { durable: true });
  const messages: GetMessage[] = [];
  for (let got = await channel.get('glances_queue'); got !== false; got = await channel.get('glances_queue'))
    messages.push(got);
  await client.close();
  return messages;
}

const missing = !hasProgram(PROGRAMS.rabbitmq) ? 'rabbitmq-server' : null;
if (missing !== null) console.warn(`skipped: RabbitMQ (needs ${missing})`);

describe.skipIf(missing !== null)('RabbitMQ', () => {
  it('takes a message per plugin, as text, once it has the queue', { timeout: 120_000 }, async () => {
    const { port, start } = await createBroker();
    await start();
    const options = { host: '127.0.0.1', port };
    const only = { plugins: [/^(load|network)$/], limits: false };
    const sent = await askUntil(
      () => send('rabbitmq', options, { common: only }).catch((error: unknown) => [String(error)]),
      ([first]) => first === 'sent confirmed',
      60_000,
    );
    expect(sent).toEqual(['sent confirmed']);
    expect(await send('rabbitmq', { ...options, password: 'wrong' }, { common: only })).toEqual([
      expect.stringMatching(/^wait ACCESS_REFUSED - Login was refused/) as string,
    ]);
    const messages = await messagesOf(port);
    const texts = messages.map(({ content }) => content.toString());
    const ids = new Set<unknown>(messages.map(({ properties }) => properties.messageId));
    const modes = new Set<unknown>(messages.map(({ properties }) => properties.deliveryMode));
    // Persistent: on the disk of the broker.
    expect([...modes]).toEqual([2]);
    expect([...ids]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    expect(texts).toEqual([
      expect.stringMatching(/^hostname=testhost, name=load, dateinfo=2026-01-01T12:00:00\.000, .*min1=\d/),
      expect.stringMatching(/^hostname=testhost, name=network, .*eth0\.bytes_recv=\d/),
    ]);
  });

  it(
    'has all messages after it was restarted: from before, during and after',
    { timeout: 240_000 },
    async () => {
      const { port, start } = await createBroker();
      const broker = await start();
      const exporter = exporterNamed('rabbitmq');
      const opening = openingOf(exporter, { host: '127.0.0.1', port });
      const cycles = await recordedCycles('small-vm', { plugins: [/^load$/], limits: false });
      let time = TIME;
      const runner = createRunner({
        ...opening,
        resolved: { name: 'rabbitmq', where: '[rabbitmq]', exporter, ...opening },
        clock: createSystemClock(),
        folder: temporaryTree(),
        queueBytes: 1e6,
        // Cycles come when the test runs them.
        refresh: 86_400,
        sends: ['load'],
        cycle: () => cycles(exporter, (time += 1000)),
        readKernel: async () => [],
        renew: () => {},
        lacks: () => null,
        log: () => {},
      });
      onTestFinished(() => runner.stop());
      await runner.start();
      const states: string[] = [];
      /** Exports twice. */
      const send = async (isGood: (state: ExporterState) => boolean): Promise<void> => {
        for (let count = 0; count < 2; count += 1) await runner.runCycle();
        const asked = async (): Promise<ExporterState> => {
          runner.flush();
          return runner.state();
        };
        states.push((await askUntil(asked, isGood, 60_000)).state);
      };
      const isSent = ({ queued_batches: queued }: ExporterState): boolean => queued === 0;

      await send(isSent);
      const ended = new Promise((resolve) => broker.once('close', resolve));
      broker.kill('SIGTERM');
      await ended;
      await send(({ state }) => state === 'failing');
      await start();
      await send(isSent);
      expect(states).toEqual(['ok', 'failing', 'ok']);

      const texts = (await messagesOf(port)).map(({ content }) => content.toString());
      expect([...new Set(texts.map((text) => /dateinfo=([^,]*)/.exec(text)?.[1]))]).toEqual(
        Array.from({ length: 6 }, (_, index) => `2026-01-01T12:00:0${index + 1}.000`),
      );
    },
  );
});
