import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAgent, startAgent } from '../support/built-agent.ts';
import { httpSink } from '../support/http-sink.ts';
import { itInFull } from '../support/it-in-full.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

/** Memory in use is always above these. */
const ALARM =
  '[mem]\ncareful=0.001\nwarning=0.002\ncritical=0.003\ncritical_for=0\nclear_for=0\nrefresh=0.2\n';
const target = (url: string): string =>
  `[notify_hook]\ntype=webhook\nwebhook_url=${url}/hunter2\nplugins=mem\ngroup_wait=0\n`;

function start(file: string, state: string) {
  const folder = temporaryTree({ 'gander.conf': file });
  const argv = ['-w', '-p', '0', '-B', '127.0.0.1', '-C', join(folder, 'gander.conf')];
  return startAgent(argv, { STATE_DIRECTORY: state });
}

/** Files of unsent batches. */
const waiting = (state: string): string[] =>
  readdirSync(join(state, 'notify-0/hook')).filter((name) => name.endsWith('.queue'));

describe('notifications of the program', () => {
  it('tell an event, and keep what could not be sent over a restart', async () => {
    const state = temporaryTree();
    let isUp = false;
    const sink = await httpSink(() => ({ status: isUp ? 200 : 503 }));
    const first = start(ALARM + target(sink.url), state);
    await expect.poll(() => sink.requests.length, { timeout: 60_000 }).toBe(1);
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);
    expect(waiting(state)).toHaveLength(1);
    const { id, kind, event } = JSON.parse(sink.requests[0]?.body ?? '');
    expect([kind, event.type, event.state, event.plugin]).toEqual(['begin', 'MEM', 'CRITICAL', 'mem']);

    isUp = true;
    sink.requests.length = 0;
    const second = start(target(sink.url), state);
    await expect.poll(() => sink.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(JSON.parse(sink.requests[0]?.body ?? '').id).toBe(id);
    await expect.poll(() => waiting(state)).toEqual([]);
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });

  itInFull('can be tried', async () => {
    const sink = await httpSink();
    const folder = temporaryTree({ 'gander.conf': target(sink.url) });
    const run = (name: string) => runAgent('-C', join(folder, 'gander.conf'), '--notify-test', name);
    expect(await run('hook')).toMatchObject({
      code: 0,
      stdout: '"hook" (webhook) took the test message: status 200.\n',
      stderr: '',
    });
    expect(await run('hok')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'gander: There is no target "hok"; did you mean "hook"?\n',
    });
    sink.close();
    const { code, stderr } = await run('hook');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^gander: "hook" \(webhook\) did not take .*ECONNREFUSED/),
    ]);
    expect(stderr).not.toContain('hunter2');
  });

  itInFull('end the start when a target lacks its secret', async () => {
    const folder = temporaryTree({ 'gander.conf': '[notify_chat]\ntype=slack\n' });
    const path = join(folder, 'gander.conf');
    const { code, stderr } = await runAgent('-w', '-p', '0', '-C', path);
    expect([code, stderr]).toEqual([
      2,
      `gander: ${path}:1: [notify_chat] needs webhook_url, webhook_url_file or the variable GANDER_NOTIFY_CHAT_WEBHOOK_URL.\n`,
    ]);
  });
});
