import { expect, it } from 'vitest';
import type { AlertEvent, EventChange, EventChangeKind } from '../../core/event.ts';
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
const change = (kind: EventChangeKind): EventChange => ({
  kind,
  id: 7,
  plugin: 'fs',
  field: 'percent',
  identity: '/home',
  stat: 'fs_/home',
  event,
  dropped: false,
});

it.each<[EventChangeKind, string]>([
  ['begin', 'begin'],
  ['resume', 'begin'],
  ['level', 'change'],
  ['end', 'end'],
])('tells %s as %s', (kind, expected) => {
  const { sum: _, sort: __, global_msg: ___, ...rest } = event;
  expect(noticeOf(change(kind), 'web1')).toEqual({
    kind: expected,
    host: 'web1',
    event: { ...rest, id: 7, plugin: 'fs', item: '/home' },
  });
});

it('tells nothing of an event that goes on after a restart', () => {
  expect(noticeOf(change('continue'), 'web1')).toBeNull();
});
