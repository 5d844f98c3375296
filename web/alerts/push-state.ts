/** Subscription state of this browser, and why it has none. Pure. */
import type { PushBrowser } from '../../src/alerts/push/push.ts';
import { type Phrase, t } from '../../src/show/display/language.ts';

/** `blocked`: the browser denies notifications to this page. */
export type PushState = 'unsupported' | 'insecure' | 'unknown' | 'unavailable' | 'blocked' | 'off' | 'on';

/** The reply of `/api/push`. */
export interface PushList {
  key: string;
  browsers: readonly PushBrowser[];
  editable: boolean;
  reason: string | null;
}

export interface PushFacts {
  isSecure: boolean;
  isSupported: boolean;
  permission: NotificationPermission;
  /** Null until the agent answers. */
  list: PushList | null;
  /** Id of this browser; empty: not subscribed with the agent's key. */
  own: string;
}

export function pushState({ isSecure, isSupported, permission, list, own }: PushFacts): PushState {
  if (!isSecure) return 'insecure';
  if (!isSupported) return 'unsupported';
  if (list === null) return 'unknown';
  if (!list.editable) return 'unavailable';
  if (permission === 'denied') return 'blocked';
  return list.browsers.some(({ id }) => id === own) ? 'on' : 'off';
}

/** One sentence; empty if a button says enough. */
export function stateWords(facts: PushFacts): string {
  const state = pushState(facts);
  if (state === 'unavailable') return `${facts.list?.reason}.`;
  const words = WORDS[state];
  return words === null ? '' : t(words);
}

const WORDS: Readonly<Record<Exclude<PushState, 'unavailable'>, Phrase | null>> = {
  unsupported: 'This browser cannot show notifications.',
  insecure: 'Notifications need HTTPS: open this page by an address that starts with https://.',
  unknown: null,
  blocked: 'The browser blocks notifications of this page: allow them in its settings of the site.',
  off: null,
  on: 'This browser gets notifications.',
};
