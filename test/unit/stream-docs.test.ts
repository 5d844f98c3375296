/** The examples of docs/stream.md, verbatim except the address. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import { fakeAuthenticator, guardedApi } from '../support/guarded-api.ts';
import { gauge } from '../../src/core/fields.ts';
import { definePlugin } from '../../src/core/plugin.ts';
import { createFakeAgent, PLUGINS } from '../support/fake-agent.ts';
import { createFakeApi } from '../support/fake-api.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/stream.md'), 'utf8');

const examples = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
const [command = ''] = examples('sh');
const [browser = '', module = ''] = examples('js');

const create = () => ({ read: () => null });
const load = definePlugin({
  name: 'load',
  shape: 'object',
  description: 'Load.',
  fields: { min1: gauge('float', 'One minute.') },
  create,
});
const mem = definePlugin({ ...load, name: 'mem' });

async function serve() {
  const agent = createFakeAgent({ plugins: [...PLUGINS, load, mem] });
  const { api } = createFakeApi(agent);
  agent.sample('load', { min1: 0.5 });
  const port = await listen({ api, host: '127.0.0.1', port: 0 });
  onTestFinished(() => api.close());
  return { agent, api, port, at: (text: string) => text.replaceAll('localhost:61208', `127.0.0.1:${port}`) };
}

/** The output of a program until a pattern is found. */
function printed(program: string, argv: readonly string[], pattern: RegExp): Promise<string> {
  const child = spawn(program, argv);
  onTestFinished(() => void child.kill());
  return new Promise((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.on('close', () => reject(new Error(`${program} ended: ${text}`)));
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (pattern.test(text)) resolve(text);
      });
  });
}

const hasCurl = await new Promise<boolean>((resolve) =>
  execFile('curl', ['-V'], (error) => resolve(error === null)),
);
if (!hasCurl) console.log('skipped: the example of docs/stream.md for curl, which is not installed');

/** Runs the function of the page until the test has finished. */
async function following(
  url: string,
  how: { token?: string; onEvent: (...event: never[]) => void },
): Promise<void> {
  const { follow } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
    follow(url: string, how: object): Promise<void>;
  };
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  void follow(url, { ...how, signal: ending.signal });
}

describe('docs/stream.md', () => {
  it.runIf(hasCurl)('curl', async () => {
    const { at } = await serve();
    const [program = '', ...argv] = at(command).trim().replaceAll("'", '').split(' ');
    const text = await printed(program, argv, /event: load\n.*\n.*\n/);
    expect(text).toMatch(
      /retry: 2000\nevent: hello\ndata: .*\n\n[^]*event: load\nid: .*\ndata: \{"min1":0.5\}\n/,
    );
  });

  it('EventSource', async () => {
    const { at } = await serve();
    const argv = ['--experimental-eventsource', '--no-warnings', '-e', at(browser)];
    expect(await printed(process.execPath, argv, /\n/)).toBe('Load 0.5\n');
  });

  it('follow, with a token', async () => {
    const authenticator = fakeAuthenticator();
    const { port } = await guardedApi({ authenticator });
    const { token } = await authenticator.issueToken('gander');
    const onEvent = vi.fn();
    const url = `http://127.0.0.1:${port}/api/stream?plugins=cpu`;
    await following(url, { onEvent });
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalledWith('problem', 'Not authenticated'));
    await following(url, { token, onEvent });
    await vi.waitFor(() =>
      expect(onEvent).toHaveBeenCalledWith('cpu', expect.objectContaining({ total: 80 }), expect.any(String)),
    );
  });

  it('follow, when the connection was cut', async () => {
    const { agent, api, port } = await serve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const values: unknown[] = [];
    const onEvent = (name: string, value: unknown): void => {
      if (name !== 'load') return;
      values.push(value);
      if (values.length > 1) return;
      api.server.closeAllConnections();
      agent.sample('load', { min1: 0.7 });
    };
    await following(`http://127.0.0.1:${port}/api/stream?plugins=load,mem`, { onEvent });
    await vi.waitFor(() => {
      vi.advanceTimersByTime(500);
      expect(values).toEqual([{ min1: 0.5 }, { min1: 0.7 }]);
    });
  });
});
