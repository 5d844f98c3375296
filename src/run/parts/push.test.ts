/** Browsers, from the page to their push service and back, with the real notifications of an agent. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alertChange, loadText, pushRig } from '../../../test/support/push-rig.ts';
import type { AlertChange } from '../../core/event.ts';
import { LONGEST_MS } from '../../alerts/silences/silences.ts';
import { sendTest } from './send-test.ts';

const WEEK = 7 * 86_400_000;

describe('browsers that a page adds', () => {
  it('are notified of begin and end, each by its own service, until they are removed', async () => {
    const { push, targets, tell, subscriber, taken, folder } = await pushRig();
    expect(targets.receivers()).toEqual([]);
    const phone = await push.add(subscriber('phone'));
    await push.add(subscriber('desk'));
    expect([targets.receivers().length, push.browsers().map(({ name }) => name)]).toEqual([
      2,
      ['desk', 'phone'],
    ]);
    tell(alertChange('begin'));
    expect((await taken(2)).map(({ name, title }) => [name, title]).sort()).toEqual([
      ['desk', expect.stringMatching(/^WARNING: CPU_TOTAL 75\.25 on /)],
      ['phone', expect.stringMatching(/^WARNING: CPU_TOTAL 75\.25 on /)],
    ]);
    expect(await push.remove(phone.id)).toBe(true);
    tell(alertChange('end'));
    const all = await taken(3);
    expect(all[2]).toMatchObject({
      name: 'desk',
      title: expect.stringMatching(/^Ended: CPU_TOTAL/),
      tag: all[0]?.tag,
    });
    // Neither keys nor addresses are in the queues of targets.
    expect(readdirSync(folder).sort()).toEqual(['ca.pem', 'notify-1', 'notify-1-browsers.json']);
  });

  it('get only the end of an alert that had begun before', async () => {
    const { push, tell, subscriber, taken } = await pushRig();
    await push.add(subscriber('desk'));
    tell(alertChange('begin'));
    await taken(1);
    await push.add(subscriber('phone'));
    tell(alertChange('begin', 'MEM', 2));
    expect((await taken(3)).filter(({ name }) => name === 'phone')).toMatchObject([
      { title: expect.stringMatching('MEM') },
    ]);
  });

  it('are forgotten when their service says that they have unsubscribed', async () => {
    const { service, push, browsers, tell, subscriber, lines } = await pushRig();
    await push.add(subscriber('phone'));
    service.unsubscribe('phone');
    tell(alertChange('begin'));
    await expect.poll(() => browsers.list()).toEqual([]);
    expect(lines.join('\n')).toMatch(/dropped: status 410: the browser has unsubscribed/);
    expect(lines.join('\n')).not.toContain('/push/phone');
  });

  it('get a test message', async () => {
    const { service, push, subscriber, taken } = await pushRig();
    const { id } = await push.add(subscriber('phone'));
    expect(await push.test(id)).toEqual({
      isSent: true,
      text: `"browser-${id}" (webpush) took the test message: status 201.`,
    });
    expect(await taken(1)).toMatchObject([{ title: expect.stringMatching('Test message'), token: null }]);
    service.answerNext(503);
    expect(await push.test(id)).toMatchObject({ isSent: false });
    expect(await push.test('x')).toBeNull();
  });

  it('are one target of --notify-test, with or without a section', async () => {
    const { push, subscriber, setup, taken } = await pushRig();
    expect(await sendTest('all', setup, true)).toEqual({
      outcome: 'failed',
      text: 'The target "all" has no receivers yet.',
    });
    await push.add(subscriber('phone'));
    await push.add(subscriber('desk'));
    expect(await sendTest('all', setup, true)).toMatchObject({
      outcome: 'sent',
      text: expect.stringMatching(/201\.\n.*201\.$/),
    });
    await taken(2);
    const usual = { ...setup, configuration: await loadText('') };
    expect(await sendTest('browsers', usual, true)).toMatchObject({
      outcome: 'failed',
      text: expect.stringMatching(/no address that is allowed/),
    });
  });

  it('are not notified while they are disabled, and cannot be added', async () => {
    const { push, targets, subscriber, reconfigure } = await pushRig();
    await push.add(subscriber('phone'));
    await reconfigure('[notify_all]\ntype=webpush\ndisable=True\n');
    expect(targets.receivers()).toEqual([]);
    expect(push.obstacle()).toMatch(/disabled: remove disable=True/);
    await reconfigure('');
    expect([targets.receivers().length, push.obstacle()]).toEqual([1, null]);
  });

  it('have at most one section', async () => {
    const { reconfigure } = await pushRig();
    await expect(reconfigure('[notify_a]\ntype=webpush\n[notify_b]\ntype=webpush\n')).rejects.toThrow(
      '/g.conf:3: [notify_b]: only one section has the type webpush, and /g.conf:1: [notify_a] has it already.',
    );
  });
});

describe('a subscriber', () => {
  it.each([
    [{ endpoint: 'http://push.example.net/p' }, /https/],
    [{ endpoint: 'https://127.0.0.1/p' }, /private address/],
    [{ endpoint: 'https://[::ffff:10.0.0.1]/p' }, /private address/],
    [{ endpoint: 'https://[fd00::1]/p' }, /private address/],
    [{ endpoint: 'https://2130706433/p' }, /private address/],
    [{ auth: 'AAAA' }, /keys/],
    [{ p256dh: 'AAAA' }, /keys/],
    [{}, null],
  ])('with %j: %s', async (more, words) => {
    const { push, subscriber } = await pushRig('[cpu]\n');
    const asked = { ...subscriber('a'), endpoint: 'https://push.example.net/p', ...more };
    if (words === null) expect(push.problemOf(asked)).toBeNull();
    else expect(push.problemOf(asked)).toMatch(words);
  });

  it('is refused when there are fifty others', async () => {
    const { push, browsers, subscriber } = await pushRig();
    const known = { ...subscriber('a'), endpoint: 'https://push.example.net/7' };
    const list = Array.from({ length: 50 }, (_, at) => ({
      ...known,
      endpoint: `https://push.example.net/${at}`,
    }));
    browsers.list = () => list as never;
    expect(push.problemOf({ ...known, endpoint: 'https://push.example.net/50' })).toMatch(/^50 browsers/);
    expect(push.problemOf(known)).toBeNull();
  });
});

describe('an acknowledgement', () => {
  async function alerting() {
    const made = await pushRig();
    await made.push.add(made.subscriber('Phone'));
    made.tell(alertChange('begin'));
    made.tell(alertChange('begin', 'MEM', 2));
    const [first, second] = await made.taken(2);
    return { ...made, tokens: [String(first?.token), String(second?.token)] as const };
  }

  it('silences its alert alone, until it ends', async () => {
    const { push, silences, tokens, clock } = await alerting();
    expect(await push.acknowledge(tokens[0])).toBe('acknowledged');
    expect(silences.list()).toEqual([
      { type: 'CPU_TOTAL', note: 'by Phone', until: null, since: clock.now() },
    ]);
    expect([silences.covers('CPU_TOTAL'), silences.covers('MEM')]).toEqual([true, false]);
    expect(await push.acknowledge(tokens[0])).toBe('acknowledged');
  });

  it('of an alert of a server of a hub names both', async () => {
    const { push, silences, tell, taken } = await alerting();
    tell({ ...alertChange('begin', 'LOAD', 3), server: { id: 'db:61208', name: 'db', notifies: false } });
    const token = String((await taken(3))[2]?.token);
    expect(await push.acknowledge(token)).toBe('acknowledged');
    expect(silences.list()).toMatchObject([{ type: 'db:61208/LOAD', until: null }]);
    const servers = [{ names: ['db:61208'], tags: [] }];
    expect([silences.covers('LOAD'), silences.coversServers('LOAD', servers)]).toEqual([false, true]);
  });

  it('of an alert that has ended, or begun again, does nothing', async () => {
    const { push, silences, tell, tokens } = await alerting();
    tell(alertChange('end'));
    expect(await push.acknowledge(tokens[0])).toBe('over');
    const again = alertChange('begin');
    tell({ ...again, event: { ...again.event, begin: again.event.begin + 9 } } as AlertChange);
    expect(await push.acknowledge(tokens[0])).toBe('over');
    expect(silences.list()).toEqual([]);
  });

  it('is no right of others, and none for ever', async () => {
    const { push, silences, tokens, clock, browsers } = await alerting();
    expect(await push.acknowledge(`${tokens[0].slice(0, -2)}xx`)).toBeNull();
    // Created by the host's clock, which has continued.
    clock.skip(2 * WEEK);
    expect(await push.acknowledge(tokens[0])).toBe('expired');
    await push.remove(browsers.list()[0]?.id ?? '');
    expect(await push.acknowledge(tokens[1])).toBeNull();
    expect(silences.list()).toEqual([]);
  });

  it('ends no silence that somebody has planned', async () => {
    const { push, silences, tokens, clock } = await alerting();
    const planned = await silences.set({ type: 'CPU_TOTAL', note: '', until: clock.now() + LONGEST_MS });
    expect(await push.acknowledge(tokens[0])).toBe('on-page');
    expect(silences.list()).toEqual([planned]);
  });

  it('holds for no other alert, whatever the name of its item is', async () => {
    const { push, silences, tell, taken } = await alerting();
    tell(alertChange('begin', 'FS_/MNT/*', 3));
    const token = String((await taken(3))[2]?.token);
    expect(await push.acknowledge(token)).toBe('on-page');
    expect(silences.list()).toEqual([]);
  });
});

it('keys and secrets are in the file of their owner only', async () => {
  const { push, subscriber, folder, lines } = await pushRig();
  await push.add(subscriber('phone'));
  const kept = readFileSync(`${folder}/notify-1-browsers.json`, 'utf8');
  const [, key = ''] = /"key": "([\w-]{43})"/.exec(kept) ?? [];
  expect(key).not.toBe('');
  expect(JSON.stringify([push.browsers(), push.publicKey(), lines])).not.toContain(key);
  expect(JSON.stringify(push.browsers())).not.toContain('/push/phone');
});
