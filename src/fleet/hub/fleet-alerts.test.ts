import { describe, expect, it } from 'vitest';
import { createFleetRig, serverAlert } from '../../../test/support/fleet-alert-rig.ts';

const CPU = serverAlert('CPU_TOTAL');
const FULL = serverAlert('FS_/HOME', { state: 'CRITICAL' }, 2);

describe('a hub', () => {
  it('notifies of the begin and the end of an alert of a server, under the name of that', async () => {
    const { answer, wait, messages, texts } = await createFleetRig(['web', 'db']);
    answer('web', []);
    answer('db', []);
    await wait(10);
    answer('web', [CPU]);
    await wait(60);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on web']);
    answer('web', [serverAlert('CPU_TOTAL', { max: 90 })]);
    await wait(60);
    answer('web', []);
    await wait(20);
    expect(messages.slice(1)).toEqual(['Ended: CPU_TOTAL on web']);
    expect(texts[1]).toContain('highest 90');
  });

  it('collects alerts of several servers into one message, the worst first', async () => {
    const { answer, wait, messages, texts } = await createFleetRig(['web', 'db']);
    answer('web', [CPU]);
    answer('db', [FULL]);
    await wait(60);
    expect(messages).toEqual(['CRITICAL: FS_/HOME 80 on db and 1 more alert']);
    expect(texts[0]).toMatch(/FS_\/HOME 80 on db, since .*\n.*CPU_TOTAL 80 on web, since /);
  });

  it('is silent about servers with targets of their own, unless [fleet] notify says otherwise', async () => {
    const told = async (text: string): Promise<string[]> => {
      const { answer, wait, messages } = await createFleetRig(['web', 'db'], { text });
      answer('web', [CPU], true);
      answer('db', [CPU]);
      await wait(60);
      return messages;
    };
    expect(await told('')).toEqual(['WARNING: CPU_TOTAL 80 on db']);
    expect(await told('[fleet]\nnotify=all')).toEqual(['WARNING: CPU_TOTAL 80 on web and 1 more alert']);
    expect(await told('[fleet]\nnotify=none')).toEqual([]);
  });

  it('leaves the end of an alert to who has notified of its begin', async () => {
    const { answer, wait, messages } = await createFleetRig(['web', 'db']);
    answer('web', [CPU], true);
    answer('db', [CPU]);
    await wait(60);
    // The targets of one are removed, the other one gets some.
    answer('web', [CPU]);
    answer('db', [CPU], true);
    await wait(60);
    answer('web', []);
    answer('db', [], true);
    await wait(60);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on db', 'Ended: CPU_TOTAL on db']);
  });

  it('takes over [fleet] notify while it runs', async () => {
    const { answer, wait, messages, replace } = await createFleetRig(['web']);
    answer('web', [], true);
    await wait(10);
    await replace('[fleet]\nnotify=all');
    answer('web', [CPU], true);
    await wait(60);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on web']);
  });

  it('notifies of a moment once, and not of those before it knew the server', async () => {
    const now = 1_767_225_600;
    const moment = (begin: number) => serverAlert('OOM_KILL', { begin, end: begin });
    const withFinding = (begin: number) => ({
      ...moment(begin),
      finding: { kind: 'OOM_KILL', label: null, sentence: 'mysqld was killed.', details: {} },
    });
    const { answer, wait, messages } = await createFleetRig(['web']);
    answer('web', [withFinding(now - 600)]);
    await wait(60);
    answer('web', [withFinding(now + 50)]);
    await wait(60);
    answer('web', [withFinding(now + 50)]);
    await wait(60);
    expect(messages).toEqual(['WARNING: mysqld was killed on web']);
  });

  it('is silent about what was silenced on the server, and notifies afterwards', async () => {
    const { answer, wait, messages } = await createFleetRig(['web']);
    answer('web', [{ ...CPU, silenced: true }]);
    await wait(60);
    expect(messages).toEqual([]);
    answer('web', [CPU]);
    await wait(60);
    answer('web', [{ ...CPU, silenced: true }]);
    await wait(60);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on web']);
  });

  it('says nothing of the alerts of a server that does not answer', async () => {
    const { answerForeign, fail, wait, messages } = await createFleetRig(['old']);
    answerForeign('old', [{ begin: 1, end: -1, state: 'WARNING', type: 'FS_/X', max: 90 }]);
    await wait(200);
    fail('old');
    await wait(7200);
    expect(messages).toEqual([]);
    answerForeign('old', [{ begin: 1, end: -1, state: 'WARNING', type: 'FS_/X', max: 90 }]);
    await wait(60);
    expect(messages).toEqual(['WARNING: FS_/X 90 on old']);
  });

  it('sends no reminders of them either', async () => {
    const { answer, fail, wait, messages } = await createFleetRig(['web'], { target: { repeat: '600' } });
    answer('web', [CPU]);
    await wait(900);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on web', 'Still WARNING: CPU_TOTAL 80 on web']);
    fail('web');
    await wait(3600);
    expect(messages).toHaveLength(2);
    answer('web', [CPU]);
    await wait(900);
    expect(messages).toHaveLength(3);
  });

  it('waits with alerts of other agents as with its own', async () => {
    const { answerForeign, wait, messages } = await createFleetRig(['old', 'older']);
    const busy = { begin: 1, end: -1, state: 'CRITICAL', type: 'CPU_TOTAL', max: 99, avg: 95, min: 90 };
    const hot = [1, -1, 'WARNING', 'MEM', 99, 98, 97, 294, 3, [{ name: 'x' }], '', 'memory_percent'];
    answerForeign('old', [busy, { ...busy, type: 'LOAD', end: 7 }]);
    answerForeign('older', [hot]);
    await wait(1700);
    expect(messages).toEqual([]);
    await wait(200);
    expect(messages).toEqual([expect.stringMatching(/^CRITICAL: CPU_TOTAL 95 on old and 1 more alert$/)]);
    answerForeign('old', []);
    await wait(120);
    expect(messages[1]).toBe('Ended: CPU_TOTAL on old');
  });

  it('ends the alerts of a server that is removed', async () => {
    const { answer, remove, wait, messages } = await createFleetRig(['web', 'db']);
    answer('web', [CPU]);
    await wait(60);
    remove('web');
    await wait(60);
    expect(messages[1]).toBe('Ended: CPU_TOTAL on web');
  });

  it('links to the page of the server', async () => {
    const text = '[notify]\nurl=https://hub.example.org/gander';
    const { answer, wait, links } = await createFleetRig(['web'], { text });
    answer('web', [CPU]);
    await wait(60);
    expect(links).toEqual(['https://hub.example.org/gander/servers/s1/#at=1767225000000']);
  });

  it('names the number of what is more than people read', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `web${at}`);
    const { answer, wait, messages, texts } = await createFleetRig(names);
    for (const name of names) answer(name, [CPU]);
    await wait(60);
    expect(messages).toEqual([
      'WARNING: CPU_TOTAL 80 on web0 and 89 more alerts',
      'WARNING: 210 further alerts of 210 servers began on hub',
    ]);
    expect(texts[0]).toContain('more alerts');
    for (const name of names) answer(name, []);
    await wait(60);
    expect(messages).toHaveLength(3);
  });
});

describe('a restart of a hub', () => {
  it('neither loses nor repeats a notification', async () => {
    const first = await createFleetRig(['web', 'db', 'old']);
    first.answer('web', [CPU]);
    first.answer('db', [CPU]);
    first.answerForeign('old', [{ begin: 1, end: -1, state: 'WARNING', type: 'CPU_TOTAL', max: 80 }]);
    await first.wait(900);
    expect(first.messages).toEqual(['WARNING: CPU_TOTAL 80 on web and 1 more alert']);
    const next = await createFleetRig(['web', 'db', 'old'], { left: await first.stop() });
    await next.wait(120);
    expect(next.messages).toEqual([]);
    next.answer('web', [CPU]);
    next.answer('db', []);
    next.answerForeign('old', [{ begin: 1, end: -1, state: 'WARNING', type: 'CPU_TOTAL', max: 80 }]);
    await next.wait(60);
    expect(next.messages).toEqual(['Ended: CPU_TOTAL on db']);
    await next.wait(1200);
    expect(next.messages[1]).toBe('WARNING: CPU_TOTAL 80 on old');
  });

  it('notifies of moments in between, and of none twice', async () => {
    const finding = { kind: 'OOM_KILL', label: null, sentence: 'mysqld was killed.', details: {} };
    const at = (begin: number) => ({ ...serverAlert('OOM_KILL', { begin, end: begin }), finding });
    const first = await createFleetRig(['web']);
    first.answer('web', []);
    await first.wait(60);
    const early = Math.floor(first.clock.now() / 1000);
    first.answer('web', [at(early)]);
    await first.wait(60);
    expect(first.messages).toHaveLength(1);
    const next = await createFleetRig(['web'], { left: await first.stop() });
    next.answer('web', [at(early)]);
    await next.wait(60);
    expect(next.messages).toEqual([]);
    next.answer('web', [at(early + 90)]);
    await next.wait(60);
    expect(next.messages).toHaveLength(1);
  });

  it('of the server changes nothing', async () => {
    const { answer, fail, wait, messages } = await createFleetRig(['web']);
    answer('web', [CPU]);
    await wait(60);
    fail('web');
    await wait(30);
    answer('web', [serverAlert('CPU_TOTAL', {}, 7)]);
    await wait(600);
    expect(messages).toEqual(['WARNING: CPU_TOTAL 80 on web']);
  });

  it('ends the alerts of servers that are gone', async () => {
    const first = await createFleetRig(['web', 'db']);
    first.answer('web', [CPU]);
    await first.wait(60);
    const left = await first.stop();
    const next = await createFleetRig([{ id: 's2', alias: 'db' }], { left });
    await next.wait(300);
    expect(next.messages).toEqual([]);
    await next.wait(600);
    expect(next.messages).toEqual(['Ended: CPU_TOTAL on web']);
  });
});
