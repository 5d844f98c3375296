import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { sampleEvent } from '../../../test/support/notify.ts';
import { duration, explainedIn, localTime, composeMessage } from './message.ts';
import { boundedEvent, eventKey, type Notice } from '../../core/notice.ts';
import { singleLine } from '../../net/deliver/plain-text.ts';

const zone = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = zone;
});

const notice = (kind: Notice['kind'], event: Notice['event'] = sampleEvent()): Notice => ({
  id: 'n1',
  kind,
  host: 'web1',
  event,
});

describe('messageOf', () => {
  it.each<[Notice['kind'], string]>([
    ['begin', 'WARNING: CPU_TOTAL 75.25 on web1'],
    ['change', 'WARNING: CPU_TOTAL 79 on web1'],
    ['reminder', 'Still WARNING: CPU_TOTAL 79 on web1'],
    ['end', 'Ended: CPU_TOTAL on web1'],
  ])('%s has the title "%s"', (kind, title) => {
    expect(composeMessage([notice(kind)]).title).toBe(title);
  });

  it('says what there is to know', () => {
    const event = sampleEvent({ type: 'FS_/HOME', item: '/home', desc: 'Full', end: 1_767_225_600 + 3725 });
    expect(composeMessage([notice('end', event)]).text.split('\n')).toEqual([
      'FS_/HOME was WARNING for 1 h 2 min, until 2026-01-01 01:02:05 +00:00.',
      'Lowest 71.5, mean 75.25, highest 79.',
      'Item: /home',
      'Description: Full',
      'Top processes: stress, node',
    ]);
    expect(composeMessage([notice('begin', sampleEvent({ top: [] }))]).text.split('\n')).toEqual([
      'CPU_TOTAL is WARNING since 2026-01-01 00:00:00 +00:00.',
      'Lowest 71.5, mean 75.25, highest 79.',
    ]);
  });

  it('says who causes it as the list of alerts does', () => {
    const shown = { subject: 'CPU', sentence: 'CPU at 98 %', link: '' };
    const linesOf = (who: string) =>
      composeMessage([notice('begin', sampleEvent({ shown: { ...shown, who } }))]).text.split('\n');
    expect(linesOf('cc1plus 34 %, rustc 21 %').at(-1)).toBe('Cause: cc1plus 34 %, rustc 21 %');
    expect(linesOf('').some((line) => /Cause|Top/.test(line))).toBe(false);
  });

  it('begins with the value and its threshold, in their unit', () => {
    const reading = { value: 76.5, threshold: 70, unit: 'percent' } as const;
    const { title, text } = composeMessage([notice('begin', sampleEvent({ reading }))]);
    expect(title).toBe('WARNING: CPU_TOTAL 75.25 % on web1');
    expect(text.split('\n').slice(0, 3)).toEqual([
      'Value 76.5 %, threshold 70 %.',
      'CPU_TOTAL is WARNING since 2026-01-01 00:00:00 +00:00.',
      'Lowest 71.5 %, mean 75.25 %, highest 79 %.',
    ]);
    const ended = composeMessage([notice('end', sampleEvent({ reading, end: 1_767_225_660 }))]);
    expect(ended.text).toMatch(/^Last value 76\.5 %, threshold 70 %\.$/m);
  });

  it.each([
    [{ value: 1_500_000, threshold: 1e6, unit: 'bytepersecond' }, 'Value 1.5 MB/s, threshold 1 MB/s.'],
    [{ value: 999, threshold: 0, unit: 'byte' }, 'Value 999 B, threshold 0 B.'],
    [{ value: 81, threshold: 80, unit: 'celsius' }, 'Value 81 °C, threshold 80 °C.'],
    [{ value: 0.00312, threshold: 0, unit: 'percent' }, 'Value 0.0031 %, threshold 0 %.'],
    [{ value: 5, threshold: 4, unit: 'number' }, 'Value 5, threshold 4.'],
    [{ value: 1, threshold: null, unit: null }, 'Value 1.'],
  ] as const)('writes %o as "%s"', (reading, expected) => {
    expect(composeMessage([notice('begin', sampleEvent({ reading }))]).text.split('\n')[0]).toBe(expected);
  });

  it('links to the page at the begin, without credentials', () => {
    const page = new URL('https://me:secret@gander.example.org/web1/');
    expect(composeMessage([notice('end')], page).link).toBe(
      'https://gander.example.org/web1/#at=1767225600000',
    );
    expect(composeMessage([notice('test', null)], page).link).toBe('https://gander.example.org/web1/');
    expect(composeMessage([notice('end')]).link).toBeNull();
  });

  it('is a test without an event', () => {
    const { title, text } = composeMessage([notice('test', null)]);
    expect([title, text]).toEqual(['Test message from Gander on web1', 'Notifications of this target work.']);
  });

  it('keeps its lines whatever names hold, and stays short', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 2000 });
    fc.assert(
      fc.property(text, text, text, fc.array(text, { maxLength: 20 }), (type, item, desc, top) => {
        const event = boundedEvent(sampleEvent({ type, item, desc: `d${desc}`, top: ['x', ...top] }));
        const message = composeMessage([{ ...notice('begin', event), host: item }]);
        expect(message.title).not.toMatch(/[\p{Cc}\u2028\u2029\u202E]/u);
        expect(message.text.split('\n')).toHaveLength(5);
        expect(message.text).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029\u202E]/u);
        expect(Buffer.byteLength(message.text)).toBeLessThan(4096);
      }),
    );
  });
});

describe('plain', () => {
  it.each([
    ['a\r\nBcc: b', 100, 'a Bcc: b'],
    ['\u001B[31mred\u0007', 100, '[31mred'],
    ['abc\u202Egpj.exe', 100, 'abc gpj.exe'],
    ['\uD800half', 100, 'half'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
  ])('%j in %d characters is %j', (text, longest, expected) => {
    expect(singleLine(text, longest)).toBe(expected);
  });
});

describe('localTime', () => {
  it.each([
    ['Europe/Berlin', '2026-07-01 02:00:00 +02:00'],
    ['America/St_Johns', '2026-06-30 21:30:00 -02:30'],
    ['UTC', '2026-07-01 00:00:00 +00:00'],
  ])('%s: %s', (name, expected) => {
    process.env['TZ'] = name;
    expect(localTime(Date.UTC(2026, 6, 1) / 1000)).toBe(expected);
  });
});

describe('duration', () => {
  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [59, '59 s'],
    [61, '1 min 1 s'],
    [7200, '2 h 0 min'],
    [90_000, '1 d 1 h'],
  ])('%d: %s', (seconds, expected) => {
    expect(duration(seconds)).toBe(expected);
  });
});

it('tells events apart that share type and time', () => {
  expect(eventKey(sampleEvent())).toBe(eventKey(sampleEvent({ state: 'CRITICAL' })));
  expect(eventKey(sampleEvent())).not.toBe(eventKey(sampleEvent({ id: 2 })));
  expect(eventKey(sampleEvent())).not.toBe(eventKey(sampleEvent({ begin: 1 })));
});

describe('the cause', () => {
  const cause = 'CPU at 99 % from 12:05 to 12:10, mostly by ffmpeg (180 % of a core).';

  it('is the last line, also of a group', () => {
    const other = notice('begin', sampleEvent({ id: 2, type: 'LOAD' }));
    for (const group of [[notice('begin')], [notice('begin'), other]] as const) {
      const message = composeMessage(group, null, cause);
      expect(message.text.split('\n').at(-1)).toBe(`Why: ${cause}`);
      expect(message.cause).toBe(cause);
      expect(composeMessage(group).text).not.toContain('Why');
    }
  });

  it('is asked for begins and rises of values of this machine, the worst first', () => {
    const finding = { kind: 'UNIT_FAILED', label: null, sentence: 'It failed.', details: {} };
    const warning = notice('begin', sampleEvent({ id: 1 }));
    const critical = notice('change', sampleEvent({ id: 2, state: 'CRITICAL' }));
    expect(explainedIn([warning, critical])?.id).toBe(2);
    for (const kind of ['end', 'reminder', 'flapping'] as const)
      expect(explainedIn([notice(kind)])).toBeNull();
    expect(explainedIn([notice('begin', sampleEvent({ finding }))])).toBeNull();
    expect(explainedIn([notice('begin', sampleEvent({ server: 'nas' }))])).toBeNull();
    expect(explainedIn([notice('test', null)])).toBeNull();
  });
});

describe('a message of a group', () => {
  const of = (kind: Notice['kind'], id: number, extra: object): Notice =>
    notice(kind, sampleEvent({ id, ...extra }));

  it('names the worst and the number, and lists all', () => {
    const {
      title,
      text,
      notice: worst,
    } = composeMessage([
      of('begin', 1, { type: 'LOAD' }),
      of('begin', 2, { type: 'FS_/', state: 'CRITICAL', avg: 97 }),
      of('begin', 3, { type: 'MEM' }),
    ]);
    expect(title).toBe('CRITICAL: FS_/ 97 and 2 more alerts on web1');
    expect(worst.event?.id).toBe(2);
    expect(text.split('\n')).toEqual([
      'CRITICAL: FS_/ 97, since 2026-01-01 00:00:00 +00:00',
      'WARNING: LOAD 75.25, since 2026-01-01 00:00:00 +00:00',
      'WARNING: MEM 75.25, since 2026-01-01 00:00:00 +00:00',
    ]);
  });

  it('has one line for each event, and not more than services take', () => {
    const change = of('change', 1, { state: 'CRITICAL' });
    expect(composeMessage([of('begin', 1, {}), change])).toEqual(composeMessage([change]));
    const many = Array.from({ length: 30 }, (_, id) => of('end', id, { end: 1_767_225_660 }));
    const { title, text } = composeMessage(many as [Notice, ...Notice[]]);
    expect(title).toBe('Ended: CPU_TOTAL and 29 more alerts on web1');
    expect(text.split('\n').slice(-2)).toEqual(['Ended: CPU_TOTAL, after 1 min 0 s', '5 more alerts']);
  });
});

it('says that an alert is flapping, and that it has settled', () => {
  const flapping = composeMessage([notice('flapping', sampleEvent({ raises: 4 }))]);
  expect(flapping.title).toBe('Flapping: CPU_TOTAL on web1');
  expect(flapping.text).toContain('CPU_TOTAL is flapping: WARNING 4 times since 2026-01-01 00:00:00 +00:00.');
  const settled = composeMessage([notice('end', sampleEvent({ raises: 35, end: 1_767_226_200 }))]);
  expect(settled.title).toBe('Settled: CPU_TOTAL on web1');
  expect(settled.text).toContain('CPU_TOTAL has settled. It was WARNING 35 times in 10 min 0 s, until');
});

describe('a failure', () => {
  const finding = {
    kind: 'UNIT_FAILED',
    label: 'borg.service',
    sentence: 'borg.service has failed.',
    details: { exit_code: 2 },
  };
  const failed = (kind: Notice['kind'], extra: object = {}) =>
    composeMessage([
      {
        id: 'x',
        kind,
        host: 'web1',
        event: sampleEvent({ type: 'UNIT_FAILED_BORG.SERVICE', finding, ...extra }),
      },
    ]);

  it('begins with what has failed, and has its details', () => {
    const { title, text } = failed('begin');
    expect(title).toBe('WARNING: borg.service has failed on web1');
    expect(text.split('\n')).toEqual([
      'borg.service has failed.',
      expect.stringMatching(/^Since 20/) as string,
      'Exit code: 2',
      'Alert: UNIT_FAILED_BORG.SERVICE',
    ]);
  });

  it('has a length at its end, and a time where it was a moment', () => {
    const { begin } = sampleEvent();
    expect(failed('end', { end: begin + 90 }).title).toBe(
      'Ended after 1 min 30 s: borg.service has failed on web1',
    );
    expect(failed('begin', { end: begin }).text).toMatch(/^At 20/m);
  });
});
