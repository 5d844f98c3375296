/** Browsers that get notifications, as routes see them. */

/** What a page tells of its browser. */
export interface PushSubscriber {
  /** Address of the browser at its push service. */
  readonly endpoint: string;
  /** Keys of the browser, in base64url. */
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
  /** Origin of the page over https; null: it is at localhost. */
  readonly origin: string | null;
}

export interface PushBrowser {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface Push {
  /** Why no browser can be added; null: one can. */
  obstacle(): string | null;
  /** Public key of this agent, in base64url. */
  publicKey(): string;
  browsers(): readonly PushBrowser[];
  /** The reason why a subscriber cannot be one, part of a sentence; null: it can. */
  problemOf(subscriber: PushSubscriber): string | null;
  /** In place of one with the same endpoint. Rejects with a reason where it cannot be kept. */
  add(subscriber: PushSubscriber): Promise<PushBrowser>;
  /** False when there is none. Rejects as `add` does. */
  remove(id: string): Promise<boolean>;
  /** Sends a test message; null: there is no such browser. */
  test(id: string): Promise<{ isSent: boolean; text: string } | null>;
  /** Uses a token of a notification; null: there is no such token. Rejects as `add` does. */
  acknowledge(token: string): Promise<Acknowledged | null>;
}

/** `over`: the alert is; `expired`: the token is; `on-page`: only there, since more than the alert would change. */
export type Acknowledged = 'acknowledged' | 'over' | 'expired' | 'on-page';
