import { describe, expect, it } from 'vitest';
import { samplePlugins } from '../../../test/support/sample-plugins.ts';
import { TARGET_TYPES } from '../../alerts/notify/targets/index.ts';
import { configForApi } from './api-view.ts';
import type { ConfigError } from '../../core/errors.ts';
import { loadSettings } from './load.ts';

const TYPES = TARGET_TYPES.map(({ type }) => type).join(', ');

const load = (text: string) =>
  loadSettings({
    registry: samplePlugins,
    file: { path: 'g.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(text) },
  });

const problemsOf = async (text: string): Promise<readonly string[]> =>
  load(text).then(
    () => [],
    (error: ConfigError) => error.problems,
  );

const FULL = `[notify]
host_label=Cellar
[notify_chat]
type=Slack
webhook_url=https://hooks.test/services/hunter2
min_level=critical
quiet_hours=22:00-07:00
plugins=cpu,fs
[notify_mail]
type=email
smtp_host=mail.test
from=g@h.test
to=a@h.test, b@h.test
password_file=/run/secrets/mail
username=g
`;

describe('sections of targets', () => {
  it('are typed by their type', async () => {
    const { targets, sections, warnings } = await load(FULL);
    expect(warnings).toEqual([]);
    expect(sections.notify).toMatchObject({ host_label: 'Cellar', queue_size: 100 });
    const [chat, mail] = targets;
    expect(chat).toMatchObject({
      name: 'chat',
      where: 'g.conf:3: [notify_chat]',
      type: { type: 'slack' },
      common: { min_level: 'critical', quiet_hours: { from: 1320, to: 420 }, notify_end: true, repeat: 0 },
      options: { webhook_url: new URL('https://hooks.test/services/hunter2') },
    });
    expect(mail?.options).toMatchObject({
      to: ['a@h.test', 'b@h.test'],
      security: 'starttls',
      password_file: '/run/secrets/mail',
    });
  });

  it('are none when they are only headings, of which those of the example are expected', async () => {
    const { targets, warnings } = await load(
      '[DEFAULT]\nrefresh=2\n[notify_chat]\n[notify]\n[notify_slack]\n',
    );
    expect(targets).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^g\.conf:3: \[notify_chat\] has no type and sends nothing\. Set type to one of webhook, /,
      ),
    ]);
  });

  it.each([
    ['[notify_a]\nmin_level=warning', [`g.conf:1: [notify_a] needs a type: one of ${TYPES}.`]],
    ['[notify_a]\ntype=pager', [`g.conf:2: [notify_a] type = pager: expected one of ${TYPES}.`]],
    [
      '[notify_a]\ntype=email\nsmtp_host=h\nfrom=a@b',
      ['g.conf:1: [notify_a] needs to, since its type is email.'],
    ],
    [
      '[notify_a]\ntype=ntfy\ntopic=hunter 2\npriority_end=9\nquiet_hours=late',
      [
        'g.conf:3: [notify_a] topic = ********: expected up to 64 letters, digits, _ and -.',
        'g.conf:4: [notify_a] priority_end = 9: expected a whole number from 1 to 5.',
        'g.conf:5: [notify_a] quiet_hours = late: expected two different times of the day such as 22:00-07:00.',
      ],
    ],
    [
      '[notify_a]\ntype=slack\nwebhook_url=hunter2',
      [
        'g.conf:3: [notify_a] webhook_url = ********: expected an address that starts with https:// or http://.',
      ],
    ],
    [
      '[notify_a b]\ntype=slack',
      [
        'g.conf:1: [notify_a b]: the name of a target has up to 64 letters, digits, _ and -, as in [notify_phone].',
      ],
    ],
    [
      '[notify]\nqueue_size=1',
      ['g.conf:2: [notify] queue_size = 1: expected a whole number from 2 to 10000.'],
    ],
  ])('end the start: %j', async (text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  it('warn of keys that their type does not have', async () => {
    const { warnings } = await load('[notify_a]\ntype=slack\nwebhook_urls=x\nsmtp_host=x\n');
    expect(warnings).toEqual([
      'g.conf:3: [notify_a] has no key "webhook_urls"; did you mean "webhook_url"? It is ignored.',
      'g.conf:4: [notify_a] has no key "smtp_host". It is ignored.',
    ]);
  });

  it('take what commands say', async () => {
    const { targets } = await loadSettings({
      registry: samplePlugins,
      file: { path: 'g.conf', borrowed: false },
      files: {
        read: () =>
          new TextEncoder().encode('[notify_a]\ntype=gotify\nserver=http://h\ntoken=`pass show x`\n'),
      },
      run: async () => ({ code: 0, stdout: 'tk_1\n', stderr: '', failure: null }),
    });
    expect(targets[0]?.options['token']).toBe('tk_1');
  });

  it('show only what is known to be harmless', async () => {
    const text = `${FULL}[notify_phone]
type=ntfy
topic=hunter2
tokn=hunter2
server=https://me:hunter2@ntfy.test
[notify_own]
type=webhook
headers=X-Key: hunter2
url=https://hunter2.test
`;
    const { raw } = await load(text);
    const config = configForApi(
      { ...raw, notify_none: { anything: 'hunter2' } },
      { registry: samplePlugins, cores: 1 },
    );
    expect(JSON.stringify(config)).not.toContain('hunter2');
    expect(config['notify_phone']).toMatchObject({
      type: 'ntfy',
      server: 'https://me:********@ntfy.test',
      min_level: 'warning',
      priority_critical: '5',
    });
    expect(config['notify_chat']).toMatchObject({ webhook_url: '********', plugins: 'cpu,fs' });
  });
});
