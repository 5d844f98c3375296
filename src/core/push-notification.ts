/** Message to the service worker of the page, as JSON over Web Push. */
export interface PushNotification {
  title: string;
  body: string;
  /** A later notification replaces one with the same tag. */
  tag: string;
  /** Address of its moment, relative to the page of this agent. */
  path: string;
  /** It makes itself noticed, although it replaces another one. */
  isLoud: boolean;
  /** It stays until somebody looks at it. */
  stays: boolean;
  /** Acknowledges the alert; null: there is nothing to acknowledge. */
  token: string | null;
}
