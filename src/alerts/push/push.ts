/** Interface of browsers with notifications for routes. */
import { service } from '../../core/parts/service.ts';

/** A subscription as the page sends it. */
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
  /** Why browsers cannot subscribe; null if they can. */
  obstacle(): string | null;
  /** Public key of this agent, in base64url. */
  publicKey(): string;
  browsers(): readonly PushBrowser[];
  /** Why this browser cannot subscribe, to complete a sentence; null if it can. */
  problemOf(subscriber: PushSubscriber): string | null;
  /** Replaces a browser with the same endpoint. Rejects with a reason if it cannot be saved. */
  add(subscriber: PushSubscriber): Promise<PushBrowser>;
  /** False for an unknown browser. Rejects like `add`. */
  remove(id: string): Promise<boolean>;
  /** Sends a test message; null for an unknown browser. */
  test(id: string): Promise<{ isSent: boolean; text: string } | null>;
  /** Redeems a notification's token; null for an unknown token. Rejects like `add`. */
  acknowledge(token: string): Promise<Acknowledged | null>;
}
export const Push = service<Push>('notifications of browsers');

/** `over`: the alert has ended; `expired`: the token has; `on-page`: only possible on the page, since more than this alert would change. */
export type Acknowledged = 'acknowledged' | 'over' | 'expired' | 'on-page';
