/** Browsers with notifications, and the key that identifies this agent to their push services: one file of the state folder. */
import { createHash, randomBytes } from 'node:crypto';
import type { FileProblems } from '../../../core/file-problems.ts';
import type { Disk } from '../../../core/files/disk.ts';
import { createStateFile, parseAs } from '../../../core/files/state-file.ts';
import type { Clock } from '../../../core/host.ts';
import { createMutex } from '../../../core/mutex.ts';
import { service } from '../../../core/parts/service.ts';
import { createSignal, type Signal } from '../../../core/parts/signal.ts';
import { orNull as orElseNull } from '../../../core/or-null.ts';
import { closed, lossyListOf, moment, orNull, text, type TypeOf, where } from '../../../core/shape.ts';
import { areBrowserKeys } from './encrypt.ts';
import { createKey, publicKeyOf } from './vapid.ts';

export interface Browsers {
  /** Public key of this agent. */
  publicKey(): string;
  /** Private key; null without browsers so far. */
  key(): string | null;
  list(): readonly Browser[];
  /** Replaces one with the same endpoint. Rejects with a system error or `UnreadableError` if it cannot be saved. */
  add(browser: NewBrowser): Promise<Browser>;
  /** False if there is none. Rejects like `add`. */
  remove(id: string): Promise<boolean>;
  /** Emits when the list has changed. */
  readonly changed: Signal<void>;
}

export const Browsers = service<Browsers>('browsers with notifications');

interface BrowsersSetup {
  path: string;
  clock: Pick<Clock, 'now'>;
  disk?: Disk;
  problems: Pick<FileProblems, 'report'>;
}

/** Most browsers; each has its own queue. */
export const MOST_BROWSERS = 50;
/** Most characters of an endpoint; real ones have a few hundred. */
const MOST_ENDPOINT = 2048;
const MOST_BYTES = 512 * 1024;
const LOSS = 'Browsers that it may hold get no notifications, and none can be added or removed.';

/** Same as in `web/alerts/use-push.ts`. */
const browserId = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url').slice(0, 22);

/** An address of a push service: https, without credentials. */
export const isEndpoint = (text: string): boolean => {
  if (text.length > MOST_ENDPOINT || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username + password + hash === '';
};

const BROWSER = closed('A browser with notifications.', {
  id: text('Hash of the endpoint, with which a page recognises itself in the list.'),
  endpoint: where(
    text('A secret: with the key of the agent, it allows notifying the browser.'),
    'an address of a push service',
    isEndpoint,
  ),
  p256dh: text(),
  auth: text(),
  name: text('For people: `Firefox on Android`.'),
  origin: orNull(text('Origin of the page over https; null: it is at localhost.')),
  secret: text('Key of its tokens for acknowledging alerts, in base64url.'),
  since: moment('When it was added'),
});
export type Browser = TypeOf<typeof BROWSER>;
/** Subscription of a browser, as its page sends it. */
type NewBrowser = Omit<Browser, 'id' | 'secret' | 'since'>;

const STORED = closed('Browsers, and the key of this agent.', {
  key: where(text('Private.'), 'a private key', (key) => orElseNull(() => publicKeyOf(key)) !== null),
  browsers: lossyListOf(
    where(
      BROWSER,
      'a browser with its keys',
      (browser) => browser.id === browserId(browser.endpoint) && areBrowserKeys(browser),
    ),
  ),
});

export function openBrowsers({ path, clock, disk, problems }: BrowsersSetup): Browsers {
  const file = createStateFile(path, {
    parse: parseAs(STORED),
    disk,
    most: MOST_BYTES,
    reports: { problems, loss: LOSS },
  });
  const inTurn = createMutex();
  const changed = createSignal<void>();
  const { value } = file.load();
  let kept = value;
  /** Created with the first browser: an agent without browsers has no key. */
  let fresh: string | null = null;
  const privateKey = (): string => kept?.key ?? (fresh ??= createKey());
  const list = (): readonly Browser[] => kept?.browsers.slice(0, MOST_BROWSERS) ?? [];
  const save = async (browsers: readonly Browser[]): Promise<void> => {
    const next = { key: privateKey(), browsers };
    await file.save(`${JSON.stringify(next, null, 2)}\n`);
    kept = next;
    void changed.emit();
  };
  return {
    publicKey: () => publicKeyOf(privateKey()),
    key: () => kept?.key ?? null,
    list,
    add: (given) =>
      inTurn(async () => {
        const id = browserId(given.endpoint);
        const others = list().filter((one) => one.id !== id);
        const { endpoint, p256dh, auth, name, origin } = given;
        const secret = randomBytes(32).toString('base64url');
        const browser = { id, endpoint, p256dh, auth, name, origin, secret, since: Math.round(clock.now()) };
        await save([browser, ...others].slice(0, MOST_BROWSERS));
        return browser;
      }),
    remove: (id) =>
      inTurn(async () => {
        const others = list().filter((one) => one.id !== id);
        if (others.length === list().length) return false;
        await save(others);
        return true;
      }),
    changed,
  };
}
