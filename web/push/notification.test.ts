import { describe, expect, it } from 'vitest';
import { notAcknowledged, reasonIn, shownOf } from './notification.ts';

const MESSAGE = {
  title: 'CRITICAL: CPU_TOTAL 99 % on web1',
  body: 'since 09:05',
  tag: 't-1',
  path: '#at=1795824000000',
  isLoud: true,
  stays: true,
  token: 'abc',
};
const DATA = { path: MESSAGE.path, token: 'abc' };

describe('a notification', () => {
  it('says what the agent says, and offers to acknowledge the alert', () => {
    expect(shownOf(() => MESSAGE)).toEqual({
      title: MESSAGE.title,
      options: {
        body: MESSAGE.body,
        tag: 't-1',
        renotify: true,
        silent: false,
        requireInteraction: true,
        actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
        data: DATA,
      },
    });
  });

  it('of an end replaces that of its begin in silence, with nothing to acknowledge', () => {
    const { options } = shownOf(() => ({ ...MESSAGE, isLoud: false, stays: false, token: null }));
    expect(options).toMatchObject({ tag: 't-1', renotify: false, silent: true, requireInteraction: false });
    expect(options).not.toHaveProperty('actions');
  });

  it.each([
    () => {
      throw new SyntaxError('no JSON');
    },
    () => null,
    () => undefined,
  ])('is shown of what cannot be read, too', (read) => {
    expect(shownOf(read).title).toBe('Gander');
  });
});

it.each([
  [200, { state: 'acknowledged' }, null],
  [200, { state: 'over' }, null],
  [200, { state: 'expired' }, 'The notification is too old'],
  [404, { detail: 'There is no such token' }, 'There is no such token'],
  [502, null, 'The agent answered with status 502'],
])('status %d with %j is told as %j', (status, answer, reason) => {
  expect(reasonIn(status, answer)).toBe(reason);
});

it('an alert that is not acknowledged says why in its place', () => {
  expect(notAcknowledged('The agent cannot be reached', 't-1', DATA)).toEqual({
    title: 'The alert is not acknowledged',
    options: {
      body: 'The agent cannot be reached. Acknowledge it on the page.',
      tag: 't-1',
      renotify: true,
      data: DATA,
    },
  });
});
