import { expect, it } from 'vitest';
import { type AlertEvent, keyOf } from '../../core/event.ts';
import { noticeOf } from './notice-of.ts';

const event: AlertEvent = {
  begin: 1_767_225_600,
  end: -1,
  state: 'WARNING',
  type: 'FS_/HOME',
  min: 71,
  avg: 75,
  max: 79,
  sum: 225,
  count: 3,
  top: ['node'],
  desc: '',
  sort: 'cpu_percent',
  global_msg: '',
};

it.each(['begin', 'change', 'flapping', 'end'] as const)('is what targets get of an alert: %s', (kind) => {
  const { sum: _, sort: __, global_msg: ___, ...rest } = event;
  const stretches = { count: 2, seconds: 30, since: 1_767_225_600_000 };
  const saved = {
    id: 7,
    plugin: 'fs',
    field: 'percent',
    identity: '/home',
    stat: 'fs_/home',
    event,
    stretches,
  };
  const expected = { ...rest, id: 7, plugin: 'fs', item: '/home', stretches };
  expect(noticeOf({ ...saved, kind }, 'web1')).toEqual({
    kind,
    subject: keyOf(saved),
    host: 'web1',
    event: expected,
  });
  expect(noticeOf({ ...saved, kind, raises: 4 }, 'web1').event).toEqual({ ...expected, raises: 4 });
});
