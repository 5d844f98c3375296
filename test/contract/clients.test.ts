/**
 * The needs of existing clients (shared/spec/clients.md), as they read the replies: each request with the schema of what must
 * be there for them, on recorded machines. What a client ignores is not in its schema.
 */
import { describe, expect, it } from 'vitest';
import { CLIENT_HOSTS, recordedClient } from '../support/recorded-client.ts';
import {
  allowing,
  amount,
  array,
  filled,
  measured,
  number,
  object,
  percent,
  positive,
  type Schema,
  text,
  truth,
  uptime,
} from '../support/schemas.ts';

type Json = Record<string, unknown>;

const containers = array(
  object({ name: text, status: text, cpu: object({ total: number }), memory: object({ usage: number }) }),
);
const gpus = array(object({ gpu_id: text, name: text }));
const view = object({ decoration: text, hidden: truth });

const HOME_ASSISTANT = allowing(
  object({
    fs: filled(object({ mnt_point: text, size: number, used: number, percent })),
    mem: object({ percent, used: number, free: number }),
    memswap: object({ percent, used: number, free: number }),
    load: object({ min1: number, min5: number, min15: number }),
    processcount: object({ running: number, total: number, thread: number, sleeping: number }),
    quicklook: object({ cpu: percent }),
    percpu: filled(object({ cpu_number: number, total: number })),
    network: filled(object({ interface_name: text, speed: number })),
    // It divides by that time.
    diskio: filled(
      object({ disk_name: text, read_bytes: amount, write_bytes: amount, time_since_update: positive }),
    ),
    uptime,
  }),
  // An impossible value is null: an unknown state there.
  { sensors: array(object({ label: text, type: text, value: measured })), gpu: gpus, containers },
);

const HOMARR = allowing(
  object({
    cpu: object({ total: percent }),
    mem: object({ total: amount, used: amount, free: amount, percent }),
    network: filled(
      object({
        interface_name: text,
        bytes_recv_rate_per_sec: amount,
        bytes_sent_rate_per_sec: amount,
      }),
    ),
    fs: filled(object({ device_name: text, mnt_point: text, size: amount, used: amount, percent })),
    quicklook: object({ cpu_name: text }),
    system: object({ hostname: text, linux_distro: text }),
    uptime,
  }),
  { gpu: gpus },
);

const PROCESS = object({
  pid: number,
  name: text,
  cpu_percent: amount,
  memory_percent: amount,
  status: text,
  cpu_times: object({ user: number, system: number }),
  memory_info: object({ rss: number, vms: number }),
  gids: object({ real: number }),
  io_counters: { type: 'array', items: number, minItems: 5 },
  time_since_update: positive,
});

/** The page of Glances reads these without checking that they exist. */
const STOCK_PAGE = allowing(
  object({
    core: object({ log: positive }),
    now: object({ custom: text }),
    mem: object({ percent, total: number }),
    processlist: array(PROCESS),
    processcount: object({ total: number }),
    alert: array(object({ state: text, top: array(text) })),
    quicklook: object({ percpu: filled(object({ cpu_number: number, total: number })) }),
    percpu: { type: 'array' },
    diskio: array(object({ disk_name: text, read_bytes_rate_per_sec: amount, time_since_update: positive })),
    network: array(object({ interface_name: text, bytes_recv_rate_per_sec: amount })),
    fs: array(object({ mnt_point: text, free: number, used: number, size: number })),
  }),
  {
    ports: { type: 'array' },
    amps: { type: 'array' },
    folders: { type: 'array' },
    gpu: gpus,
    containers,
  },
);

const KEYED = { type: 'object', required: ['key'], properties: { key: text } };
const points = filled({ type: 'array', prefixItems: [text, number], minItems: 2, maxItems: 2 });
const series = (...names: string[]): Schema =>
  object(Object.fromEntries(names.map((name) => [name, points])));

/** One request of a client. */
type Need = [client: string, path: string, schema: Schema];

const NEEDS: Need[] = [
  ['Home Assistant', '/all', HOME_ASSISTANT],

  ['Homepage', '/quicklook', object({ cpu: percent, mem: percent, percpu: filled({ type: 'object' }) })],
  ['Homepage', '/cpu', object({ total: percent, user: number, system: number })],
  ['Homepage', '/mem', object({ total: number, used: number, available: number, percent })],
  ['Homepage', '/system', object({ hostname: text, linux_distro: text, os_version: text, hr_name: text })],
  ['Homepage', '/load', object({ min1: number, min5: number, min15: number })],
  ['Homepage', '/uptime', uptime],
  ['Homepage', '/fs', filled(KEYED)],
  [
    'Homepage',
    '/diskio',
    filled({ ...KEYED, ...object({ read_bytes: number, time_since_update: positive }) }),
  ],
  [
    'Homepage',
    '/network',
    filled({ ...KEYED, ...object({ bytes_recv: number, time_since_update: positive }) }),
  ],
  ['Homepage', '/processlist', filled(object({ pid: number, name: text, cpu_percent: amount }))],

  ['the stock page', '/all', STOCK_PAGE],
  ['the stock page', '/all/views', object({ quicklook: object({ list: { type: 'array' } }) })],
  ['the stock page', '/all/limits', object({ cpu: object({ cpu_user_careful: number }) })],
  ['the stock page', '/config', object({ percpu: object({ max_cpu_display: text }) })],
  ['the stock page', '/serverslist', { type: 'array' }],

  ['Homarr', '/status', object({ version: text })],
  ['Homarr', '/version', text],
  ['Homarr', '/all', HOMARR],

  ['Dashy', '/alert', { type: 'array' }],
  ['Dashy', '/ip', object({ address: text })],
  ['Dashy', '/cpu/history/20', series('user', 'system')],
  ['Dashy', '/mem/history/20', series('percent')],
  ['Dashy', '/load/history/20', series('min1', 'min5', 'min15')],
  [
    'Dashy',
    '/network/history/20',
    {
      type: 'object',
      minProperties: 2,
      propertyNames: { pattern: '_(sent|recv)' },
      additionalProperties: points,
    },
  ],
  // It expects a number in every member.
  ['Dashy', '/cpu', { type: 'object', additionalProperties: number }],

  ['phone dashboards', '/status', object({ version: { type: 'string', pattern: '^4\\.' } })],
  ['phone dashboards', '/pluginslist', filled(text)],
  ['phone dashboards', '/processlist/top/50', { ...array(PROCESS), maxItems: 50 }],
  [
    'phone dashboards',
    '/network',
    filled(object({ bytes_recv_rate_per_sec: amount, bytes_sent_rate_per_sec: amount })),
  ],
  [
    'phone dashboards',
    '/diskio',
    filled(object({ read_bytes_rate_per_sec: amount, write_bytes_rate_per_sec: amount })),
  ],

  ['Homebridge', '/cpu', object({ total: percent })],
  ['Homebridge', '/mem', object({ percent })],

  ['the central browser', '/cpu/total', object({ total: percent })],
  ['the central browser', '/cpu/total/views', view],
  ['the central browser', '/mem/percent', object({ percent })],
  ['the central browser', '/mem/percent/views', view],
  ['the central browser', '/load/min5/views', view],
  ['the central browser', '/system/hr_name', object({ hr_name: text })],
];

describe.each(CLIENT_HOSTS)('on the recorded machine %s', (host) => {
  const client = recordedClient(host);
  const get = <T>(path: string): Promise<T> => client.get(`/api/4${path}`);
  const post = (path: string) => client.post(`/api/4${path}`);

  it.each(NEEDS)('%s can read %s', async (_, path, schema) => {
    expect(await client.problems(`/api/4${path}`, schema)).toEqual([]);
  });

  it('Homepage shows the five busiest processes', async () => {
    const list = await get<{ cpu_percent: number }[]>('/processlist');
    const shares = list.map(({ cpu_percent: share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
  });

  it('the stock page finds a view for every item that it shows', async () => {
    const all = await get<Record<string, Json[]>>('/all');
    const views = await get<Record<string, Record<string, Json>>>('/all/views');
    const shown: [plugin: string, key: string, fields: string[]][] = [
      ['network', 'interface_name', ['bytes_recv_rate_per_sec', 'bytes_sent_rate_per_sec']],
      ['diskio', 'disk_name', ['read_bytes_rate_per_sec', 'write_bytes_rate_per_sec']],
      ['fs', 'mnt_point', ['used']],
      ['sensors', 'label', ['value']],
      ['gpu', 'gpu_id', ['proc', 'mem']],
    ];
    for (const [plugin, key, fields] of shown) {
      // Views of graphics cards contain only the level.
      const schema = plugin === 'gpu' ? object({ decoration: text }) : view;
      for (const item of all[plugin] ?? []) {
        for (const field of fields) {
          const found = (views[plugin]?.[String(item[key])] as Json | undefined)?.[field];
          expect(client.problemsIn(found, schema), `${plugin} ${String(item[key])} ${field}`).toEqual([]);
        }
      }
    }
  });

  it('the stock page knows of every plugin whether it is off', async () => {
    const args = await get<Json>('/args');
    const names =
      'alert amps cloud connections containers core cpu diskio folders fs gpu help ip irq load mem memswap mpp network now npu percpu ports processcount processlist programlist quicklook raid sensors smart system uptime vms wifi';
    for (const name of names.split(' ')) expect(args[`disable_${name}`], name).toBeTypeOf('boolean');
  });

  it('the stock page can clear events and look closely at a process', async () => {
    for (const which of ['all', 'warning']) {
      expect(await post(`/events/clear/${which}`)).toMatchObject({ statusCode: 200 });
    }
    const [first] = await get<{ pid: number }[]>('/processlist');
    expect((await post(`/processes/extended/${first?.pid}`)).body).toBe('true');
    expect((await post('/processes/extended/disable')).body).toBe('true');
  });

  it('the central browser asks for one item of a list', async () => {
    const [first] = await get<{ mnt_point: string }[]>('/fs');
    const path = `/fs/percent/${encodeURIComponent(first?.mnt_point ?? '')}`;
    expect(await get(path)).toEqual({ percent: expect.any(Number) });
    expect(await get(`${path}/views`)).toMatchObject({ decoration: expect.any(String) });
  });
});
