/** The needs of clients of versions 3 and 2 (shared/spec/clients.md), as they read the replies, on recorded machines. */
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

const container = object({
  name: text,
  Status: text,
  cpu: object({ total: number }),
  memory: object({ usage: number }),
});
/** Empty without any engine. */
const containers = { type: 'object', properties: { containers: array(container) } };
const numbers = (length: number): Schema => ({ ...array(number), minItems: length, maxItems: length });

/** It calculates rates itself: it divides by the time. */
const traffic = object({
  interface_name: text,
  time_since_update: positive,
  rx: amount,
  tx: amount,
  is_up: truth,
  speed: amount,
});
const disk = object({
  disk_name: text,
  time_since_update: positive,
  read_bytes: amount,
  write_bytes: amount,
});
const core = object({ cpu_number: number, total: percent });
const process = object({
  pid: number,
  name: text,
  cmdline: { type: ['array', 'null'] },
  cpu_percent: amount,
  memory_percent: amount,
  cpu_times: numbers(5),
  gids: numbers(3),
  memory_info: numbers(7),
  io_counters: numbers(5),
});
const sensors = array(object({ label: text, type: text, value: measured, unit: text }));
const keyed = (schema: Schema): Schema => ({
  ...schema,
  required: [...(schema['required'] as string[]), 'key'],
});

const HOME_ASSISTANT = allowing(
  object({
    fs: filled(object({ mnt_point: text, size: number, used: number, percent })),
    mem: object({ percent, used: number, free: number }),
    memswap: object({ percent, used: number, free: number }),
    load: object({ min1: number, min5: number, min15: number }),
    processcount: object({ running: number, total: number, thread: number, sleeping: number }),
    quicklook: object({ cpu: percent }),
    percpu: filled(core),
    network: filled(traffic),
    diskio: filled(disk),
    uptime,
  }),
  { sensors, docker: containers, containers },
);

const HOMEPAGE: [path: string, schema: Schema][] = [
  ['/quicklook', object({ cpu: percent, mem: percent, swap: percent, cpu_name: text, percpu: filled(core) })],
  ['/cpu', object({ total: percent, user: number, system: number, idle: number, iowait: number })],
  ['/mem', object({ total: number, used: number, available: number, free: number, percent })],
  ['/system', object({ hostname: text, linux_distro: text, os_version: text, hr_name: text })],
  ['/load', object({ min1: number, min5: number, min15: number })],
  ['/uptime', uptime],
  ['/fs', filled(keyed(object({ mnt_point: text, size: number, used: number, free: number, percent })))],
  ['/diskio', filled(keyed(disk))],
  ['/network', filled(keyed(traffic))],
  ['/processlist', filled(process)],
  ['/sensors', sensors],
  ['/gpu', array(object({ gpu_id: { type: 'integer' }, name: text }))],
  ['/containers', containers],
];

const SCRIPTS: [path: string, schema: Schema][] = [
  ['/docker', containers],
  ['/connections', object({})],
  ['/now', text],
  ['/psutilversion', numbers(3)],
  ['/alert', array({ type: 'array', minItems: 12, maxItems: 12 })],
  ['/pluginslist', filled(text)],
  ['/cpu/total', object({ total: percent })],
  ['/cpu/history/5', object({ user: filled({ type: 'array' }), system: filled({ type: 'array' }) })],
  ['/all/limits', object({ cpu: object({ cpu_user_careful: number }) })],
  ['/all/views', object({ cpu: object({ total: object({ decoration: text }) }) })],
];

describe.each(CLIENT_HOSTS)('on the recorded machine %s', (host) => {
  const { get, problems } = recordedClient(host);

  it.each(['/api/3', '/api/2'])('Home Assistant can read %s', async (root) => {
    expect(await problems(`${root}/all`, HOME_ASSISTANT)).toEqual([]);
  });

  it.each(HOMEPAGE)('Homepage can read version 3 of %s', async (path, schema) => {
    expect(await problems(`/api/3${path}`, schema)).toEqual([]);
  });

  it.each(SCRIPTS)('scripts can read version 3 of %s', async (path, schema) => {
    expect(await problems(`/api/3${path}`, schema)).toEqual([]);
  });

  it('each entry of a list is found by the value that identifies it', async () => {
    const ask = (path: string) => get<unknown>(`/api/3${path}`);
    const mounts = (await ask('/fs')) as { mnt_point: string }[];
    for (const item of mounts) {
      const { mnt_point: path } = item;
      const literal = path.split('/').map(encodeURIComponent).join('/');
      expect(await ask(`/fs/mnt_point/${literal}`)).toEqual({ [path]: [item] });
      expect(await ask(`/fs/mnt_point/${encodeURIComponent(path)}`)).toEqual({ [path]: [item] });
    }
    const [first] = (await ask('/processlist')) as { pid: number }[];
    expect(await ask(`/processlist/pid/${first?.pid}`)).toEqual({ [String(first?.pid)]: [first] });
  });
});
