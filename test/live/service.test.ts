/** The service as a user starts it: every route of the published API, and requests that must not grow its memory. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstOf, isFull, isInThisRun } from '../support/full-run.ts';
import { type LiveAgent, runLive, serveLive } from '../support/live-agent.ts';
import { scratchFolder } from '../support/live-tools.ts';

const MORE = 'more requests and configurations of the service';
const folder = scratchFolder();
afterAll(() => folder.remove());

const NPM_START = ['npm', 'start', '--silent', '--'];

describe('npm start', () => {
  let agent: LiveAgent;
  beforeAll(async () => {
    agent = await serveLive({ command: NPM_START });
    await agent.get('/all');
    // Rates have no value until time has passed between two samples.
    await vi.waitFor(async () => expect(await agent.get('/cpu/user/history')).not.toBeNull(), {
      interval: 50,
      timeout: 60_000,
    });
  });
  afterAll(() => agent?.stop());

  const type = (value: unknown): string =>
    value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

  /** The table of api.md section 4, then those of service.md 3.3. */
  it.each<[path: string, status: number, body: string]>([
    ['/status', 200, 'object'],
    ['/pluginslist', 200, 'array'],
    ['/cpu', 200, 'object'],
    ['/network', 200, 'array'],
    ['/uptime', 200, 'string'],
    ['/libversion', 200, 'string'],
    ['/psutilversion', 200, 'string'],
    ['/cpu/user', 200, 'object'],
    ['/processlist/pid', 200, 'object'],
    ['/processlist/pid/value/1', 200, 'object'],
    ['/fs/mnt_point/value//', 200, 'object'],
    ['/processlist/top/2', 200, 'array'],
    ['/cpu/total/description', 200, 'string'],
    ['/mem/total/unit', 200, 'string'],
    ['/cpu/history', 200, 'object'],
    ['/cpu/history/2', 200, 'object'],
    ['/cpu/user/history', 200, 'object'],
    ['/cpu/user/history/2', 200, 'object'],
    ['/all/limits', 200, 'object'],
    ['/cpu/limits', 200, 'object'],
    ['/all', 200, 'object'],
    ['/all/views', 200, 'object'],
    ['/cpu/views', 200, 'object'],
    ['/cpu/user/views', 200, 'object'],
    ['/cpu/nothing/views', 200, 'null'],
    ['/processlist/name/1', 200, 'object'],
    ['/processlist/nothing/1', 200, 'object'],
    ['/processlist/name/999999999', 404, 'object'],
    ['/processlist/name/1/views', 200, 'object'],
    ['/processlist/name/999999999/views', 404, 'object'],
    ['/cpu/nothing/history', 200, 'null'],
    ['/config', 200, 'object'],
    ['/config/cpu', 200, 'object'],
    ['/config/nothing', 400, 'object'],
    ['/config/outputs/nothing', 404, 'object'],
    ['/args', 200, 'object'],
    ['/args/port', 200, 'number'],
    ['/args/nothing', 400, 'object'],
    ['/help', 200, 'null'],
    ['/serverslist', 200, 'array'],
    ['/processes/1', 200, 'object'],
    ['/processes/999999999', 404, 'object'],
    ['/processes/abc', 422, 'object'],
    ['/processes/extended', 200, 'object'],
    ['/cpu/top/3', 200, 'object'],
    ['/nothing', 400, 'object'],
    ['/nothing/history', 400, 'object'],
    ['/cpu/nothing', 200, 'null'],
    ['/cpu/user/value/1', 200, 'null'],
    ['/processlist/name/value/nobody-is-called-so', 200, 'object'],
    ['/cpu/history/abc', 422, 'object'],
    ['/processlist/top/abc', 422, 'object'],
    ['', 404, 'object'],
    ['/', 404, 'object'],
  ])('GET /api/4%s answers %d with %s', async (path, status, body) => {
    const reply = await agent.request(`/api/4${path}`);
    expect(reply.status).toBe(status);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    const value = JSON.parse(reply.body.toString()) as unknown;
    expect(type(value)).toBe(body);
    if (status >= 400) expect(Object.keys(value as object)).toEqual(['detail']);
  });

  it('every plugin of the list answers, alone, in /all and in its sub-routes', async () => {
    const names = await agent.get<string[]>('/pluginslist?extra=true');
    const all = await agent.get<Record<string, unknown>>('/all?extra=true');
    expect(Object.keys(all).sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(type(await agent.get(`/${name}`)), name).toBe(type(all[name]));
      for (const route of ['limits', 'views', 'history']) {
        expect(type(await agent.get(`/${name}/${route}`)), `${name}/${route}`).toBe('object');
      }
    }
  });

  it('other methods', async () => {
    const status = async (method: string, path: string): Promise<number> =>
      (await agent.request(`/api/4${path}`, method)).status;
    expect(await status('HEAD', '/status')).toBe(200);
    expect(await status('HEAD', '/cpu')).toBe(405);
    expect(await status('DELETE', '/cpu')).toBe(405);
    expect(await status('POST', '/events/clear/all')).toBe(200);
    expect(await status('POST', '/events/clear/warning')).toBe(200);
    expect(await status('POST', '/token')).toBe(405);
    expect(await status('POST', '/processes/extended/999999999')).toBe(404);
  });

  it('a process can be looked at closely', async () => {
    const post = async (path: string): Promise<unknown> =>
      JSON.parse((await agent.request(`/api/4/processes/extended/${path}`, 'POST')).body.toString());
    expect(await post(String(process.pid))).toBe(true);
    await vi.waitFor(
      async () => {
        expect(await agent.get('/processes/extended')).toMatchObject({
          pid: process.pid,
          extended_stats: true,
          num_fds: expect.any(Number),
          ionice: { ioclass: expect.any(Number), value: expect.any(Number) },
        });
      },
      { interval: 200 },
    );
    expect(await post('disable')).toBe(true);
    expect(await agent.get('/processes/extended')).toEqual({});
  });

  it('a slash at the end leads to the path without it', async () => {
    const reply = await agent.request('/api/4/cpu/');
    expect(reply.status).toBe(307);
    expect(reply.headers.location).toBe(`http://127.0.0.1:${agent.port}/api/4/cpu`);
  });

  it('ends when npm is told to', async () => {
    // npm passes SIGTERM on and then ends by it. A shell between it and the agent would end and leave the agent behind.
    await agent.stop();
    const socket = connect(agent.port, '127.0.0.1');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});

/** Unusual paths, whose cached data would accumulate. */
function hostile(index: number): string {
  const long = `${index}-${'x'.repeat(4000)}`;
  const kinds = [
    `/api/4/${long}`,
    `/api/4/cpu/${long}`,
    `/api/4/processlist/name/value/${long}`,
    `/api/4/fs/${'%2F'.repeat(800)}${index}`,
    `/api/4/cpu/history/${'9'.repeat(400)}${index}`,
    `/api/4/network/${'a/'.repeat(900)}${index}`,
    `/api/4/config/${long}/${index}`,
    `/api/4/args/%00${index}`,
    `/api/4/cpu?${long}=${long}`,
    `/api/4/%ff%fe${index}`,
    `/../../${index}/etc/passwd`,
    `/api/4/__proto__/constructor/${index}`,
  ];
  return kinds[index % kinds.length] ?? '/';
}

describe('thousands of requests', () => {
  const ORDINARY = ['/all', '/all/views', '/cpu/history', '/processlist', '/fs', '/cpu/total', '/config'];
  /** One of eight is ordinary; these take most of the time. */
  const pathOf = (index: number): string =>
    index % 8 === 0 ? `/api/4${ORDINARY[(index / 8) % ORDINARY.length]}` : hostile(index);
  const residentMb = ({ pid }: LiveAgent): number =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

  it.runIf(isInThisRun(MORE))(
    'leave nothing behind, hostile ones neither',
    { timeout: 120_000 },
    async () => {
      // A small heap forces garbage collection, so only retained memory remains.
      const nodeArgv = ['--max-old-space-size=64', '--max-semi-space-size=1'];
      const agent = await serveLive({ nodeArgv, argv: ['-t', '1'] });
      onTestFinished(async () => void (await agent.stop('SIGKILL')));
      const ask = async (from: number, to: number): Promise<void> => {
        for (let index = from; index < to; index++) {
          const path = pathOf(index);
          const { status } = await agent.request(path);
          expect(status, path.slice(0, 80)).toBeLessThan(500);
        }
      };
      await ask(0, 1200);
      const before = residentMb(agent);
      await ask(1200, 3600);
      // 2,100 of them were hostile with 4 kB each: were only these paths kept, it would be 8 MB, with what V8 needs for a
      // string of its own and a route, context or cache entry at least twice that. Heaps breathe by a few MB.
      expect(residentMb(agent) - before).toBeLessThan(12);
    },
  );

  it.runIf(isInThisRun(MORE))(
    'give nothing away and leave nothing behind where a password is asked for',
    { timeout: 120_000 },
    async () => {
      const nodeArgv = ['--max-old-space-size=64', '--max-semi-space-size=1'];
      const agent = await serveLive({ nodeArgv, argv: ['-t', '1'], env: { GANDER_PASSWORD: 'open sesame' } });
      onTestFinished(async () => void (await agent.stop('SIGKILL')));
      const forged = (index: number): Record<string, string> => {
        const noise = `${index}${'y'.repeat(3000)}`;
        const kinds = [
          '',
          `Bearer ${noise}`,
          `Bearer eyJhbGciOiJub25lIn0.${noise}.`,
          `Basic ${noise}`,
          `Digest ${noise}`,
        ];
        const authorization = kinds[index % kinds.length] ?? '';
        return authorization === '' ? {} : { authorization };
      };
      const ask = async (from: number, to: number): Promise<void> => {
        for (let index = from; index < to; index++) {
          const path = pathOf(index);
          const { status, body } = await agent.request(path, 'GET', forged(index));
          expect([400, 401, 404, 414, 429], path.slice(0, 80)).toContain(status);
          expect(body.length).toBeLessThan(5000);
        }
      };
      await ask(0, 1000);
      const before = residentMb(agent);
      await ask(1000, 2600);
      expect(residentMb(agent) - before).toBeLessThan(12);
    },
  );
});

describe('a configuration that cannot be used', () => {
  const file = (text: string): string => {
    const path = join(folder.path, 'bad.conf');
    writeFileSync(path, text);
    return path;
  };
  const NEVER_SERVED = ['-w', '-B', '127.0.0.1', '-p', '0'];

  // One is in the list of the next test.
  it.each(
    firstOf(MORE, 0, [
      ['a wrong value', '[cpu]\nuser_careful=5x\n', /^gander: \S*bad\.conf:2: [^\n]*user_careful[^\n]*\n$/],
      [
        'a wrong switch',
        '[network]\nhide_zero=perhaps\n',
        /^gander: \S*bad\.conf:2: [^\n]*hide_zero[^\n]*\n$/,
      ],
      ['a line without a section', 'refresh=2\n', /^gander: \S*bad\.conf:1: [^\n]+\n$/],
      ['a line that is none', '[cpu]\nnonsense\n', /^gander: \S*bad\.conf:2: [^\n]+\n$/],
    ]),
  )('%s ends the start with 2 and says where', async (_, text, message) => {
    const { code, stdout, stderr } = await runLive([...NEVER_SERVED, '-C', file(text)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('mistakes of sections, targets and exporters are one list', async () => {
    const text = `[cpu]
user_careful=5x
[notify_ops]
type=slack
[export]
enable=influxdb2,nonsense
[influxdb2]
port=none
`;
    const { code, stderr } = await runLive([...NEVER_SERVED, '-C', file(text)]);
    expect(code).toBe(2);
    const mistakes = [/user_careful/, /webhook_url/, /port = none/, /"nonsense"/, /\[influxdb2\]/];
    for (const mistake of mistakes) expect(stderr).toMatch(mistake);
    expect(stderr.trim().split('\n')).toHaveLength(mistakes.length);
  });

  it.runIf(isFull)('an unknown name is a warning that knows the right one', async () => {
    const path = file('[cpu]\nuser_carefull=50\n');
    const { code, signal, stderr } = await runLive([
      '--stdout',
      'load.cpucore',
      '--stop-after',
      '1',
      '-C',
      path,
    ]);
    expect({ code, signal, stderr }).toMatchObject({ code: 0, signal: null });
    expect(stderr).toMatch(/user_carefull.*user_careful\b/);
  });
});
