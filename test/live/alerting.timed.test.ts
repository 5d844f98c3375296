import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { httpSink } from '../support/http-sink.ts';
import { serveLive } from '../support/live-agent.ts';
import { configFile, scratchFolder } from '../support/live-tools.ts';
import { smtpSink } from '../support/smtp-sink.ts';

interface Event {
  begin: number;
  end: number;
  state: string;
  type: string;
  max: number;
  count: number;
  top: string[];
}

interface Delivery {
  kind: string;
  event: { type: string; state: string; end: number };
}

/** The worked example of docs/actions.md. Longest time of a step on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 100 };
const scratch = scratchFolder();
afterAll(() => scratch.remove());

/** Keeps every core busy until it is stopped. */
function burnCpu(): () => void {
  const burners = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const stop = (): void => {
    for (const burner of burners) burner.kill('SIGKILL');
  };
  onTestFinished(stop);
  return stop;
}

describe('a CPU burn', () => {
  it(
    'raises CPU_TOTAL, runs an action, reaches a web hook and a mailbox, and ends',
    { timeout: 200_000 },
    async () => {
      const hook = await httpSink();
      const mailbox = await smtpSink({ disabledCommands: ['STARTTLS'] });
      const note = join(scratch.path, 'action.txt');
      /** The configuration with these thresholds of CPU_TOTAL. */
      const configure = (careful: number, warning: number, critical: number): string =>
        configFile(scratch.path, {
          cpu: {
            total_careful: String(careful),
            total_warning: String(warning),
            total_critical: String(critical),
            warning_for: '0',
            critical_for: '0',
            clear_for: '0',
            total_critical_action: `${process.execPath} -e "require('fs').appendFileSync(process.argv[1], process.argv[2])" ${note} "CPU {{total}} %;"`,
          },
          alert: { min_duration: '1', min_interval: '1' },
          notify_hook: {
            type: 'webhook',
            webhook_url: `${hook.url}/alerts`,
            plugins: 'cpu',
            group_wait: '0',
            secret: 'tested',
          },
          notify_mail: {
            type: 'email',
            smtp_host: '127.0.0.1',
            smtp_port: String(mailbox.port),
            security: 'none',
            from: 'gander@example.org',
            to: 'me@example.org',
            plugins: 'cpu',
            group_wait: '0',
          },
        });
      const config = configure(80, 90, 95);
      const agent = await serveLive({
        argv: ['-t', '0.5', '-C', config],
        env: { XDG_STATE_HOME: scratch.path },
      });
      onTestFinished(async () => void (await agent.stop()));
      const events = async (): Promise<Event[]> =>
        (await agent.get<Event[]>('/alert')).filter(({ type }) => type === 'CPU_TOTAL');
      const kinds = (): string[] => hook.requests.map(({ body }) => (JSON.parse(body) as Delivery).kind);

      const stop = burnCpu();
      await vi.waitFor(async () => {
        const [event] = await events();
        expect(event).toMatchObject({ state: 'CRITICAL', end: -1 });
        // Other programs of a busy machine may use more than the burners.
        expect(event?.top).not.toEqual([]);
      }, PATIENCE);
      await vi.waitFor(
        () => expect(readFileSync(note, 'utf8')).toMatch(/^CPU (9[5-9]|100)(\.\d)? %;$/),
        PATIENCE,
      );
      await vi.waitFor(() => expect(kinds()[0]).toBe('begin'), PATIENCE);
      const [begin] = hook.requests;
      expect(begin).toMatchObject({ method: 'POST', path: '/alerts' });
      expect(begin?.headers['x-gander-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
      await vi.waitFor(
        // The first sample may be one of a warning.
        () =>
          expect(mailbox.mails.map(({ source }) => source).join('\n')).toMatch(
            /^Subject: CRITICAL: CPU at /m,
          ),
        PATIENCE,
      );
      expect(mailbox.mails[0]).toMatchObject({ from: 'gander@example.org', to: ['me@example.org'] });

      stop();
      // Other programs may keep the cores busy, so the thresholds leave the value, too: an end needs 3 % less than careful.
      configure(110, 120, 130);
      process.kill(agent.pid, 'SIGHUP');
      await vi.waitFor(async () => {
        const [event] = await events();
        expect(event?.end).toBeGreaterThan(event?.begin ?? Number.POSITIVE_INFINITY);
      }, PATIENCE);
      await vi.waitFor(() => expect(kinds()).toContain('end'), PATIENCE);
      await vi.waitFor(() => expect(mailbox.mails.length).toBe(hook.requests.length), PATIENCE);

      expect((await agent.request('/api/4/events/clear/all', 'POST')).status).toBe(200);
      expect(await events()).toEqual([]);
    },
  );
});
