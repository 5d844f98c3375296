import { loading } from '../../../test/support/fake-package.ts';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFakeClock } from '../../../test/support/fake-clock.ts';
import { httpSink } from '../../../test/support/http-sink.ts';
import { notifyOptions, sampleTarget } from '../../../test/support/notify.ts';
import { didYouMean } from '../../core/nearest.ts';
import { createSend } from './send.ts';
import type { TargetSettings } from './target-type.ts';
import { testTarget, type TestSetup } from './test-target.ts';

const settings = (type: string, texts: Record<string, string>, name = 'ops'): TargetSettings => ({
  ...sampleTarget(type, texts, name),
  where: `gander.conf:1: [notify_${name}]`,
});

const setup = (targets: TargetSettings[], extra: Partial<TestSetup> = {}): TestSetup => ({
  targets,
  mayRunPrograms: true,
  sections: targets.map((target) => `notify_${target.name}`),
  options: notifyOptions(),
  host: 'web1',
  clock: createFakeClock(),
  suggest: didYouMean,
  environment: {},
  readFile: () => '',
  ...extra,
});

describe('testTarget', () => {
  it('sends one message and reports the answer, whatever level, filters and quiet hours say', async () => {
    const sink = await httpSink();
    const texts = {
      server: sink.url,
      token: 'a',
      min_level: 'critical',
      plugins: 'x',
      quiet_hours: '00:00-23:59',
    };
    expect(await testTarget('ops', setup([settings('gotify', texts)]))).toEqual({
      outcome: 'sent',
      text: '"ops" (gotify) took the test message: status 200.',
    });
    expect(JSON.parse(sink.requests[0]?.body ?? '')).toMatchObject({
      title: 'Test message from Gander on web1',
    });
  });

  it('says why it was not taken, without the secret', async () => {
    const sink = await httpSink(() => ({ status: 401, body: '{"error":"token hunter2 is bad"}' }));
    const target = settings('gotify', { server: sink.url, token: 'hunter2' });
    expect(await testTarget('ops', setup([target]))).toEqual({
      outcome: 'failed',
      text: '"ops" (gotify) did not take the test message: status 401 (token ******** is bad).',
    });
    expect(sink.requests).toHaveLength(1);
  });

  it('names the target, although its path says the same', async () => {
    const sink = await httpSink(() => ({ status: 500, body: 'no /slack here' }));
    const target = settings('slack', { webhook_url: `${sink.url}/slack` }, 'slack');
    expect((await testTarget('slack', setup([target]))).text).toMatch(
      /^"slack" \(slack\) did not take the test message: .*no \*{8} here/,
    );
  });

  it('shows the page a status, and no text of the target', async () => {
    const sink = await httpSink(() => ({ status: 401, body: '{"error":"internal text"}' }));
    const target = settings('gotify', { server: sink.url, token: 'a' });
    expect(await testTarget('ops', setup([target], { mayRunPrograms: false }))).toEqual({
      outcome: 'failed',
      text: '"ops" (gotify) did not take the test message: status 401.',
    });
    const web = createServer((socket) => void socket.end('HTTP/1.1 200 internal text\r\n'));
    await new Promise<void>((resolve) => void web.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void web.close());
    const mail = settings('email', {
      smtp_host: '127.0.0.1',
      smtp_port: String((web.address() as AddressInfo).port),
      security: 'none',
      from: 'a@b.test',
      to: 'a@b.test',
    });
    const { text } = await testTarget('ops', setup([mail], { mayRunPrograms: false }));
    expect(text).toContain('did not take the test message');
    expect(text).not.toMatch(/HTTP|internal/);
  });

  it.each(['169.254.169.254', '2852039166', '0xA9FEA9FE', '::ffff:169.254.169.254', 'fd00:ec2::254'])(
    'reaches no metadata at %s by mail or MQTT from a target of the page',
    async (host) => {
      const send = createSend(loading({}));
      const mail = { smtp_host: host, from: 'a@b.test', to: 'a@b.test' };
      for (const target of [settings('email', mail), settings('mqtt', { host })]) {
        const { text } = await testTarget('ops', setup([{ ...target, isOfPage: true }], { send }));
        expect(text).toContain(`${host} is not allowed as a server`);
      }
    },
  );

  it('reaches no link-local address from a target of the page', async () => {
    const texts = { server: 'http://169.254.169.254/latest', token: 'a' };
    const target = { ...settings('gotify', texts), isOfPage: true };
    expect(await testTarget('ops', setup([target]))).toEqual({
      outcome: 'failed',
      text: '"ops" (gotify) did not take the test message: 169.254.169.254 is not allowed as a server.',
    });
  });

  it('runs no program where that is not allowed', async () => {
    const target = settings('exec', { command: '/nonexistent' });
    expect(await testTarget('ops', setup([target], { mayRunPrograms: false }))).toEqual({
      outcome: 'unusable',
      text: 'The target "ops" runs a program: send its test with gander --notify-test ops.',
    });
  });

  it('does not wait for ever', async () => {
    const sink = await httpSink(() => () => {});
    const clock = createFakeClock();
    const result = testTarget('ops', setup([settings('webhook', { webhook_url: sink.url })], { clock }));
    await expect.poll(() => sink.requests.length).toBe(1);
    await clock.advance(10_000);
    expect(await result).toEqual({
      outcome: 'failed',
      text: '"ops" (webhook) did not take the test message: no answer within 10 s.',
    });
  });

  it.each([
    ['opps', 'There is no target "opps"; did you mean "ops"?'],
    [
      'entirely',
      'There is no target "entirely": the configuration has no section [notify_entirely]. The only target is ops.',
    ],
  ])('knows no target %s', async (name, text) => {
    const targets = [settings('webhook', { webhook_url: 'http://h' })];
    expect(await testTarget(name, setup(targets))).toEqual({ outcome: 'unknown', text });
  });

  it('says that a section has no type', async () => {
    const text = 'The target "x" is incomplete: [notify_x] has no type.';
    expect(await testTarget('x', setup([], { sections: ['notify_x'] }))).toEqual({
      outcome: 'unknown',
      text,
    });
  });

  it('says that there are no targets', async () => {
    const text = 'There is no target "ops": the configuration has no section [notify_ops].';
    expect(await testTarget('ops', setup([]))).toEqual({ outcome: 'unknown', text });
  });

  it('says what a target lacks', async () => {
    const target = settings('gotify', { server: 'http://h', token: 'a' });
    const { token: _, ...options } = target.options;
    expect(await testTarget('ops', setup([{ ...target, options }]))).toEqual({
      outcome: 'unusable',
      text: 'gander.conf:1: [notify_ops] needs token, token_file or the variable GANDER_NOTIFY_OPS_TOKEN.',
    });
    const off = { ...target, common: { ...target.common, disable: true } };
    expect(await testTarget('ops', setup([off]))).toEqual({
      outcome: 'unusable',
      text: 'The target "ops" is turned off: remove disable=True from [notify_ops].',
    });
  });
});
