/** Browsers that get notifications, and the key by which their push services know this agent: one file of the state folder. */
import { createHash, randomBytes } from 'node:crypto';
import type { Disk } from '../../../core/files/disk.ts';
import { createStateFile, type Parsed } from '../../../core/files/state-file.ts';
import type { Clock } from '../../../core/host.ts';
import { createInTurn } from '../../../core/in-turn.ts';
import { areBrowserKeys, type BrowserKeys } from './encrypt.ts';
import { createKey, publicKeyOf } from './vapid.ts';

/** What a page tells of its browser. */
export interface NewBrowser extends BrowserKeys {
  /** A secret: with the key of this agent, a program that knows it can notify the browser. */
  readonly endpoint: string;
  /** For people: `Firefox on Android`. */
  readonly name: string;
  /** Origin of the page over https; null: it is at localhost. */
  readonly origin: string | null;
}

export interface Browser extends NewBrowser {
  /** Hash of the endpoint, by which a page finds itself in the list. */
  readonly id: string;
  /** Key of the tokens by which it acknowledges alerts, in base64url. */
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

export interface Browsers {
  /** Public key of this agent. */
  publicKey(): string;
  /** Private key; null before the first browser. */
  key(): string | null;
  list(): readonly Browser[];
  /** In place of one with the same endpoint. Rejects with a system error or `UnreadableError` where it cannot be kept. */
  add(browser: NewBrowser): Promise<Browser>;
  /** False when there is none. Rejects as `add` does. */
  remove(id: string): Promise<boolean>;
  /** Told when the list has changed. */
  onChange: () => void;
}

export interface BrowsersSetup {
  path: string;
  clock: Pick<Clock, 'now'>;
  disk?: Disk;
  /** Told of a file that cannot be read. */
  onProblem(problem: string): void;
}

/** More than anybody has; each has its own queue. */
export const MOST_BROWSERS = 50;
/** Characters of a longest endpoint; real ones have a few hundred. */
const MOST_ENDPOINT = 2048;
const MOST_BYTES = 512 * 1024;

interface Kept {
  /** Private. */
  readonly key: string;
  readonly browsers: readonly Browser[];
}

export function openBrowsers({ path, clock, disk, onProblem }: BrowsersSetup): Browsers {
  const file = createStateFile(path, { parse, disk, most: MOST_BYTES });
  const inTurn = createInTurn();
  const { value, problem } = file.load();
  if (problem !== null) onProblem(problem);
  let kept = value;
  /** Written with the first browser: an agent without any has no key. */
  let fresh: string | null = null;
  const privateKey = (): string => kept?.key ?? (fresh ??= createKey());
  const list = (): readonly Browser[] => kept?.browsers ?? [];
  const save = async (browsers: readonly Browser[]): Promise<void> => {
    const next = { key: privateKey(), browsers };
    await file.save(`${JSON.stringify(next, null, 2)}\n`);
    kept = next;
    all.onChange();
  };
  const all: Browsers = {
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
    onChange: () => undefined,
  };
  return all;
}

/** As `web/alerts/use-push.ts` computes it. */
const browserId = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url').slice(0, 22);

/** Throws for a text without a key. */
function parse(text: string): Parsed<Kept> {
  const { key, browsers } = JSON.parse(text) as { key?: unknown; browsers?: unknown };
  if (typeof key !== 'string' || !Array.isArray(browsers)) throw new TypeError('expected a key and browsers');
  publicKeyOf(key);
  const known = browsers.filter(isBrowser).slice(0, MOST_BROWSERS);
  return { value: { key, browsers: known }, damaged: browsers.length - known.length };
}

function isBrowser(value: unknown): value is Browser {
  const { id, endpoint, p256dh, auth, name, origin, secret, since } = (value ?? {}) as Partial<
    Record<keyof Browser, unknown>
  >;
  return (
    isEndpoint(endpoint) &&
    id === browserId(endpoint) &&
    typeof p256dh === 'string' &&
    typeof auth === 'string' &&
    areBrowserKeys({ p256dh, auth }) &&
    typeof name === 'string' &&
    (origin === null || typeof origin === 'string') &&
    typeof secret === 'string' &&
    typeof since === 'number'
  );
}

/** An address of a push service: https, without credentials. */
export const isEndpoint = (text: unknown): text is string => {
  if (typeof text !== 'string' || text.length > MOST_ENDPOINT || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username + password + hash === '';
};
