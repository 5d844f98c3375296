import { valuesOf } from '../../src/run/config/values.ts';
import { parseOption } from '../../src/core/option-parse.ts';
import type { DeliveryVerdict } from '../../src/net/deliver/verdict.ts';
import type { EventNotice, Notice, NoticeEvent } from '../../src/core/notice.ts';
import type { NoticeGroup } from '../../src/alerts/notify/message.ts';
import { deliver } from '../../src/alerts/notify/channel.ts';
import { NOTIFY_OPTIONS, type NotifyOptions, TARGET_OPTIONS } from '../../src/alerts/notify/options.ts';
import { resolveTargets, type Target } from '../../src/alerts/notify/target.ts';
import { send } from '../../src/alerts/notify/send.ts';
import { keysOf } from '../../src/alerts/notify/target-type.ts';
import { TARGET_TYPES } from '../../src/alerts/notify/targets/index.ts';
import type { Options } from '../../src/core/options.ts';
import { createFakeClock } from './fake-clock.ts';

export const sampleEvent = (extra: Partial<NoticeEvent> = {}): NoticeEvent => ({
  id: 1,
  type: 'CPU_TOTAL',
  state: 'WARNING',
  begin: 1_767_225_600,
  end: -1,
  plugin: 'cpu',
  item: null,
  min: 71.5,
  avg: 75.25,
  max: 79,
  count: 3,
  desc: '',
  top: ['stress', 'node'],
  ...extra,
});

export const sampleNotice = (
  kind: EventNotice['kind'] = 'begin',
  extra: Partial<NoticeEvent> = {},
): EventNotice => ({
  kind,
  event: sampleEvent({ ...(kind === 'end' && { end: 1_767_225_660 }), ...extra }),
  host: 'web1',
  subject: String(extra.id ?? 1),
});

/** As the queue of a target has it. @param event null: a test */
export const notice = (kind: Notice['kind'], event: Partial<NoticeEvent> | null = {}): Notice => ({
  id: `n-${kind}`,
  kind,
  host: 'web1',
  event: event === null ? null : sampleEvent({ ...(kind === 'end' && { end: 1_767_225_660 }), ...event }),
});

/** Characters with a meaning for services, and longer than their limits. */
export const LONG = 'ä😀"\\*_~`|<>@all #x [a](http://e.test) '.repeat(30);

/** Texts that every target must accept. */
export const EVERY_NOTICE: readonly [name: string, notice: Notice][] = [
  ['a begin', notice('begin')],
  ['a change', notice('change', { state: 'CRITICAL' })],
  ['a reminder', notice('reminder')],
  ['flapping', notice('flapping', { raises: 5 })],
  ['an end', notice('end')],
  ['a test', notice('test', null)],
  ['names of any length', notice('begin', { type: LONG, item: LONG, desc: LONG, top: [LONG, LONG, LONG] })],
  ['a long name of the host', { ...notice('end', { item: '/home' }), host: LONG }],
];

const typed = (options: Options, texts: Readonly<Record<string, string>>): Map<string, unknown> =>
  new Map(
    Object.entries(options).flatMap(([key, option]) => {
      const text = texts[key];
      return text === undefined ? [] : [[key, parseOption(option, text)] as const];
    }),
  );

/** A target from the texts of its section. Without `group_wait`, notices are sent at once. */
export function sampleTarget(type: string, texts: Readonly<Record<string, string>>, name = 'ops'): Target {
  const found = TARGET_TYPES.find((candidate) => candidate.type === type);
  if (found === undefined) throw new Error(`no type ${type}`);
  const settings = {
    name,
    where: `gander.conf:1: [notify_${name}]`,
    type: found,
    common: valuesOf(TARGET_OPTIONS, typed(TARGET_OPTIONS, { group_wait: '0', ...texts })),
    options: valuesOf(keysOf(found), typed(keysOf(found), texts)),
    isOfPage: false,
  };
  const [target] = resolveTargets([settings], { environment: {}, readFile: () => '' });
  if (target === undefined) throw new Error('the target is disabled');
  return target;
}

/** One attempt, over the network. */
export const deliverNow = (
  target: Target,
  what: Notice | NoticeGroup,
  page?: URL,
): Promise<DeliveryVerdict> =>
  deliver(target, 'kind' in what ? [what] : what, {
    send,
    clock: createFakeClock(),
    signal: AbortSignal.timeout(5000),
    page,
  });

export const notifyOptions = (texts: Readonly<Record<string, string>> = {}): NotifyOptions =>
  valuesOf(NOTIFY_OPTIONS, typed(NOTIFY_OPTIONS, texts));

/** A log that keeps its lines as `LEVEL text`. */
export function keptLog(): { lines: string[]; log(level: string, text: string): void } {
  const lines: string[] = [];
  return { lines, log: (level, text) => void lines.push(`${level} ${text}`) };
}
