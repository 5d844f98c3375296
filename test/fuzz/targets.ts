/** Every parser of external input, with its allowed outcomes: a value, or its own error. */
import type { Json } from '../../src/core/served.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAuthorization } from '../../src/net/credentials/authorization.ts';
import { ConfigError, UsageError } from '../../src/core/errors.ts';
import { loadSettings } from '../../src/run/config/load.ts';
import { showLine } from '../../src/explain/logs/logs-part.ts';
import { parseJsonInSlices } from '../../src/core/parse-json.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import { isSecretKey, publicText } from '../../src/core/redact.ts';
import { requestedHost } from '../../src/core/host-pattern.ts';
import { decodeMessage, encodeMessage, recordKey } from '../../src/fleet/discovery/wire.ts';
import { parseAdded } from '../../src/fleet/hub/added-file.ts';
import { maskLimits } from '../../src/fleet/hub/mask-limits.ts';
import { NewServerError, newServerOf } from '../../src/fleet/hub/new-server.ts';
import { passedPath } from '../../src/fleet/hub/passed-path.ts';
import { extractValue } from '../../src/net/agents/values/extract.ts';
import { noticeIn } from '../../src/alerts/notify/outbox.ts';
import { verdictOf } from '../../src/net/deliver/verdict.ts';
import { parseContainerLine, linesIn } from '../../src/measure/plugins/containers/container-log.ts';
import { docker, parseEvent } from '../../src/measure/plugins/containers/docker-dialect.ts';
import { spokenBy } from '../../src/measure/plugins/containers/engine-version.ts';
import {
  parseInstances,
  parseServer,
  parseState,
} from '../../src/measure/plugins/containers/lxd-instance.ts';
import { podman } from '../../src/measure/plugins/containers/podman-dialect.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { parseDisk, parseScan } from '../../src/measure/plugins/smart/smartctl.ts';
import { parseDomainRows, parseStats } from '../../src/measure/plugins/vms/virsh-output.ts';
import { parseJournalLine } from '../../src/measure/linux/journal-json.ts';
import { parseKernelLine } from '../../src/measure/linux/kernel-log.ts';
import { parseModule } from '../../src/measure/own/formats/module.ts';
import { decodeOtlp } from '../../src/measure/own/formats/otlp-protobuf.ts';
import { takeOtlp } from '../../src/measure/own/formats/otlp.ts';
import { takeStatsd } from '../../src/measure/own/formats/statsd.ts';
import { Pushed } from '../../src/measure/own/pushed.ts';
import { parseAs } from '../../src/measure/own/formats/index.ts';
import { FORMATS } from '../../src/measure/own/options.ts';
import { Refused } from '../../src/measure/own/sample.ts';
import { createSeries } from '../../src/measure/own/series.ts';
import { parseIwLink } from '../../src/measure/plugins/wifi/wifi.ts';
import { parseCall, parseReply, writeCall, writeReply } from '../../src/net/xml-rpc/codec.ts';
import { RpcError, RpcFault } from '../../src/net/xml-rpc/rpc-error.ts';
import type { SnmpValue } from '../../src/measure/snmp/answers.ts';
import { decodePlugins } from '../../src/measure/snmp/decode.ts';
import { announcementOf } from '../support/mdns.ts';
import { mutateBytes, mutateJson, type Random } from './random.ts';
import { ENGINE_ANSWERS, JSON_REPLIES, SMARTCTL } from './samples.ts';

/** One execution; throws for a forbidden outcome. */
export type Target = (random: Random) => Promise<void> | void;

type ErrorKind = new (...some: never[]) => Error;

/** Accepts the messages of the code under test. */
async function expectOnly(kinds: readonly ErrorKind[], run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!kinds.some((kind) => error instanceof kind)) throw error;
  }
}

const text = (words: readonly string[]): readonly Buffer[] => words.map((word) => Buffer.from(word));

const XML = text([
  writeCall('getPlugin', ['cpu']),
  writeCall('x', [{ a: [1, 'b', true, null, 1.5] }]),
  writeReply('{"total":1}'),
  writeReply({ a: [Buffer.from('x'), { b: 'ü' }] }),
  '<?xml version="1.0"?><methodCall><methodName>init</methodName></methodCall>',
]);
const JSONS = JSON_REPLIES.map((value) => Buffer.from(JSON.stringify(value)));
const PATHS = text([
  '/api/4/cpu',
  '/api/4/fs/mnt_point/value//',
  '/api/4/all/limits',
  '/api/history?of=cpu:total',
  '/api/4/cpu/..%2fconfig',
]);
const COMMANDS = text([
  "curl -H 'Authorization: Bearer x' -u me:y http://a:b@c/?token=z",
  'mysql -px --password y -u root',
  'KEY=a b=c',
]);
const CREDENTIALS = text(['Basic dXNlcjpwYXNz', 'Bearer a.b.c', 'basic  x']);
const HOSTS = text(['localhost:61208', '[::1]:1', 'a.example.com.', 'x:80@y']);
const CONFIG = [readFileSync(join(import.meta.dirname, '../fixtures/field.conf'))];
const VIRSH = text([
  "Domain: 'vm1'\n  state.state=1\n  cpu.time=100\n  balloon.current=1024\n",
  ' Id Name State\n---\n 1 a running\n',
  '5e3d1f36-6e7f-4c4f-8b0e-0123456789ab 1 vm\n',
]);
const JOURNAL = text([
  '{"__REALTIME_TIMESTAMP":"1795702875121831","MESSAGE":[98,27,255,10],"PRIORITY":"3","_PID":"1","UNIT":"a.service"}',
  '{"__REALTIME_TIMESTAMP":"1795702875121831","MESSAGE":["a",[1,2],null],"_TRANSPORT":"kernel"}',
]);
const KERNEL = text(['<46>[26959.989774] systemd-journald[7]: x', '<4>[    0.000000] y']);
const CONTAINER_LOG = [
  Buffer.concat([
    Buffer.from([2, 0, 0, 0, 0, 0, 0, 37]),
    Buffer.from('2026-11-26T14:00:01.000807123Z token: x'),
  ]),
  Buffer.from('2026-11-26T14:00:01.000807123Z "password": "x"\r\n'),
];
const OWN = text([
  '# HELP a A.\n# TYPE a_total counter\n# GANDER a warning=1 for=2 title="x y"\na_total{b="c\\"",d="e"} 1.5e3 1000000000000\nh_bucket{le="+Inf"} 2 # {x="y"} 1\n',
  "OK - fine | '/ 1'=5MB;1:2;@3;0;9 time=1.5ms c=7c\nmore | d=U",
  '{"a":1,"b":[{"name":"c","d":true},{"e":[1,2.5e9]}],"f":{"g":null}}',
  'cpu,host=a\\,b usage=1.5,n=2i,w="x y" 1000000000000000000\n',
]);
const STATSD = text(['a.b:1|c|@0.5|#x:y,z\nq:-4|g\nt:1:2.5|ms\nu:ann|s\n', 'h:3|h\n_e{1,1}:a|b\n']);
const OTLP_BYTES = [Buffer.from('0a16121412120a01782a0d0a092100000000000000000a00', 'hex')];
const POINT = { asInt: '7', attributes: [{ key: 'a.b', value: { stringValue: 'x' } }] };
const OTLP = {
  resourceMetrics: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 's' } }] },
      scopeMetrics: [
        {
          metrics: [
            { name: 'g', unit: 'By', gauge: { dataPoints: [POINT] } },
            { name: 'c', sum: { isMonotonic: true, aggregationTemporality: 1, dataPoints: [POINT] } },
            { name: 'h', histogram: { dataPoints: [{ count: '3', sum: 1.5 }] } },
          ],
        },
      ],
    },
  ],
};
const MODULE = {
  declaration: {
    shape: 'list',
    key: 'id',
    fields: {
      id: { kind: 'text' },
      n: { kind: 'gauge', unit: 'bytes', options: { level: { limits: [1, 2, 3], delay: 5 } } },
      c: { kind: 'counter', unit: null, description: 'C.', options: { title: 't' } },
    },
  },
  reading: [{ id: 'a', n: 1, c: 2 }],
};
const IW = text(['Connected to 00:11:22:33:44:55 (on wlan0)\n\tSSID: x\n\tsignal: -52 dBm\n']);
const QUEUE = text(['{"target":"ops","notice":{"title":"x"},"queuedAt":1,"tries":0}', '{}']);
const SNMP = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/snmp-snmpd.json'), 'utf8'),
) as Record<'first' | 'second', Record<string, SnmpValue>>;
const MDNS = [
  encodeMessage(announcementOf({ host: 'db1', port: 61_208, protocol: 'rest' }, '10.0.0.5', '2001:db8::5')),
  encodeMessage({ type: 'query', questions: [{ name: '_glances._tcp.local', type: 'PTR' }] }),
];
const NAMES = new Set(plugins.map(({ name }) => name));

const bytesOf = (samples: readonly Uint8Array[], random: Random): Buffer =>
  mutateBytes(random.one(samples), random, samples);
const textOf = (samples: readonly Uint8Array[], random: Random): string =>
  bytesOf(samples, random).toString('utf8');

export const TARGETS: Readonly<Record<string, Target>> = {
  'XML-RPC: calls': (random) => expectOnly([RpcError], () => parseCall(bytesOf(XML, random))),
  'XML-RPC: replies': (random) => expectOnly([RpcError, RpcFault], () => parseReply(bytesOf(XML, random))),
  async 'JSON in slices'(random) {
    const long = textOf(JSONS, random).replaceAll(/([[{,])/g, `$1${' '.repeat(20_000)}`);
    let expected: unknown = SyntaxError;
    await expectOnly([SyntaxError], () => (expected = JSON.parse(long) as unknown));
    let found: unknown = SyntaxError;
    await expectOnly([SyntaxError], async () => (found = await parseJsonInSlices(long)));
    if (JSON.stringify(found) !== JSON.stringify(expected) && found !== SyntaxError)
      throw new Error('read in another way than by JSON.parse');
  },
  async 'replies of agents'(random) {
    const [stats, views] = [
      mutateJson(random.one(JSON_REPLIES), random) as Json,
      mutateJson(random.one(JSON_REPLIES), random) as Json,
    ];
    for (const item of [null, '/', 'eth0', '__proto__'])
      for (const field of ['total', 'size', '__proto__', 'key'])
        extractValue({ key: 'k', plugin: 'p', field, item }, stats, views);
    const masked = await maskLimits(Buffer.from(JSON.stringify(stats) ?? ''));
    if (masked !== null) JSON.parse(masked.toString());
  },
  async 'servers of the page'(random) {
    const entry = mutateJson(
      { name: 'db1', port: 1, protocol: 'rest', alias: 'a', tags: ['b'], password: 'c' },
      random,
    );
    await expectOnly([NewServerError], () => newServerOf(entry));
    await expectOnly([SyntaxError, TypeError], () =>
      parseAdded(mutateBytes(Buffer.from(JSON.stringify([entry]) ?? ''), random).toString()),
    );
  },
  'paths through a hub'(random) {
    const passed = passedPath(random.one(['GET', 'POST']), textOf(PATHS, random), NAMES);
    if (passed === null) return;
    if (new URL(passed.path, 'http://a').href !== `http://a${passed.path}`)
      throw new Error(`${passed.path} is not sent as it is`);
    if (
      /\/(config|args|serverslist|token)(\/|$)/i.test(decodeURIComponent(passed.path).split('?')[0] ?? '') &&
      !/value/.test(passed.path) &&
      !/\/api\/[234]\/[a-z]+\//.test(passed.path)
    )
      throw new Error(`${passed.path} is passed on`);
  },
  async 'replies of container engines'(random) {
    for (const dialect of [docker, podman]) {
      const list = mutateJson(ENGINE_ANSWERS.list, random);
      const details = mutateJson(ENGINE_ANSWERS.details, random);
      await expectOnly([ServiceError], () => {
        for (const one of dialect.parseList(list)) dialect.parseDetails(details, one);
      });
      for (const [, usage] of dialect.parseFrame(mutateJson(ENGINE_ANSWERS.frame, random)) ?? [])
        JSON.stringify(usage);
    }
    parseEvent(mutateJson(ENGINE_ANSWERS.event, random));
    spokenBy(mutateJson(ENGINE_ANSWERS.version, random));
  },
  async 'replies of LXD'(random) {
    await expectOnly([Error], () => parseServer(mutateJson(ENGINE_ANSWERS.lxdServer, random)));
    const instances = mutateJson(ENGINE_ANSWERS.lxdList, random);
    await expectOnly([ServiceError], () => parseInstances(instances, parseServer(ENGINE_ANSWERS.lxdServer)));
    parseState(mutateJson(ENGINE_ANSWERS.lxdState, random));
  },
  smartctl(random) {
    const stdout = JSON.stringify(mutateJson(random.one(SMARTCTL), random)) ?? '';
    const outcome = {
      code: 0,
      stderr: '',
      failure: null,
      stdout: mutateBytes(Buffer.from(stdout), random).toString(),
    };
    parseScan(outcome);
    parseDisk(outcome);
    parseDisk({ ...outcome, stdout });
  },
  'virsh and iw'(random) {
    parseDomainRows(textOf(VIRSH, random));
    parseStats(textOf(VIRSH, random));
    parseIwLink(textOf(IW, random));
  },
  'lines of logs'(random) {
    const entry = parseJournalLine(textOf(JOURNAL, random));
    parseKernelLine(textOf(KERNEL, random));
    const lines = [...linesIn(bytesOf(CONTAINER_LOG, random))];
    const texts = [
      entry?.message ?? '',
      ...lines.map(([output, line]) => parseContainerLine(line, output)?.text ?? ''),
    ];
    for (const shown of texts.map(showLine))
      // oxlint-disable-next-line no-control-regex
      if (/[\u0000-\u001F\u007F-\u009F]/.test(shown)) throw new Error('control characters are invisible');
  },
  async 'numbers of users'(random) {
    const text = textOf(OWN, random);
    for (const format of FORMATS)
      await expectOnly([Refused], () => {
        const reading = parseAs(format, { text, code: random.below(5) }, { now: 1e12, oldMs: 1e6 });
        const series = createSeries({ only: null, prefix: '', wished: {}, room: { left: 100 } });
        const texts = series
          .make(reading, 1)
          .items.flatMap((item) => [item.name, ...Object.values(item.labels)]);
        // oxlint-disable-next-line no-control-regex
        if (/[\u0000-\u001F\u007F-\u009F]/.test(texts.join('')))
          throw new Error('a control character is served');
      });
  },
  async 'numbers that are sent'(random) {
    const pushed = new Pushed(() => 0);
    takeStatsd(textOf(STATSD, random), pushed);
    await expectOnly([Refused], () => takeOtlp(mutateJson(OTLP, random), pushed));
    await expectOnly([Refused], () => takeOtlp(decodeOtlp(bytesOf(OTLP_BYTES, random)), pushed));
    await expectOnly([Refused], () =>
      parseModule({
        declaration: mutateJson(MODULE.declaration, random) as Json,
        reading: mutateJson(MODULE.reading, random) as Json,
      }),
    );
    JSON.stringify(pushed.reading());
  },
  mDNS(random) {
    for (const record of decodeMessage(bytesOf(MDNS, random))?.answers ?? []) recordKey(record);
  },
  SNMP(random) {
    const reading = (values: Record<string, SnmpValue>, at: number) => {
      const entries = Object.entries(mutateJson(values, random) ?? {}) as [string, SnmpValue][];
      return {
        answers: new Map(entries.filter(([, value]) => ['string', 'number'].includes(typeof value))),
        at,
      };
    };
    JSON.stringify(decodePlugins(reading(SNMP.second, 10_000), reading(SNMP.first, random.below(20_000))));
  },
  configuration: (random) =>
    expectOnly([ConfigError, UsageError], () =>
      loadSettings({
        registry: plugins,
        file: { path: 'g.conf', borrowed: false },
        files: { read: () => bytesOf(CONFIG, random) },
      }),
    ),
  notifications(random) {
    noticeIn(Buffer.from(textOf(QUEUE, random)));
    noticeIn(Buffer.from(JSON.stringify(mutateJson(JSON.parse(String(QUEUE[0])), random)) ?? ''));
    verdictOf(
      {
        status: random.below(700),
        headers: { 'retry-after': textOf(HOSTS, random) },
        body: textOf(JSONS, random),
      },
      0,
    );
  },
  'headers and secrets'(random) {
    parseAuthorization(textOf(CREDENTIALS, random));
    requestedHost(textOf(HOSTS, random));
    const command = textOf(COMMANDS, random);
    isSecretKey(command);
    publicText('command', command);
  },
};
