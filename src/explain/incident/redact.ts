/** Replaces what tells about people and networks: the same name is always replaced by the same word. */
import { type Service, service } from '../../core/parts/service.ts';
import { isIP } from 'node:net';
import type { Culprit } from '../../core/culprits.ts';
import { renamed } from '../../core/said.ts';
import type { SavedEvent } from '../../core/event.ts';
import type { Share, TopEntry } from '../../history/past/history-source.ts';
import type { Replaced } from './incident.ts';

type Kind = 'host' | 'user' | 'address' | 'path' | 'argument';

export interface KnownNames {
  /** Name of the machine. */
  readonly host: string;
  /** People with an account. */
  readonly users: readonly string[];
}
export const NamesToRedact: Service<() => KnownNames> = service<() => KnownNames>('names to redact');

/** Quoted values of arguments, and everything between spaces, quotes and brackets. */
const QUOTED = /=("[^"]*"|'[^']*')/g;
const TOKEN = /[^\s"'`,;()[\]{}<>|&]+/g;
const KEY = /^[\w-]+$/;
const MAC = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i;
const DOMAIN = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i;
const TOP_LEVEL = /^[a-z]{2,24}$/i;
const WORD_CHARACTER = /[\w.-]/;
/** No name of a host, an account or a file that anybody types. */
const LONGEST_NAME = 300;
const PUNCTUATION = '.:!?';

/** Suffixes of files and units, which are not hosts. */
const NO_DOMAIN: ReadonlySet<string> = new Set(
  (
    'service socket timer slice scope mount automount swap target path device snapshot ' +
    'so js ts py sh pl rb go rs jar conf cfg ini log json yaml yml toml xml txt md gz xz zst bz2 zip tar db sqlite img iso pid lock tmp bak'
  ).split(' '),
);

function isDomain(name: string): boolean {
  const end = name.slice(name.lastIndexOf('.') + 1);
  return DOMAIN.test(name) && TOP_LEVEL.test(end) && !NO_DOMAIN.has(end.toLowerCase());
}

/** Where an absolute path, or one below a home folder, begins; -1: nowhere. `B/s` is none. */
function beginOfPath(token: string): number {
  for (let at = token.indexOf('/'); at >= 0; at = token.indexOf('/', at + 1)) {
    if (at === token.length - 1) return -1;
    if (at === 0) return 0;
    const before = token.charAt(at - 1);
    if (before === '~') return at - 1;
    if (!WORD_CHARACTER.test(before)) return at;
  }
  return -1;
}

/** Folders that every machine has. */
const USUAL_FOLDERS: ReadonlySet<string> = new Set(
  (
    'bin boot data dev efi etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var ' +
    'backup cache containers docker lib local log lxd mail overlay overlay2 share shm snap spool user volumes www'
  ).split(' '),
);
/** Named by the kernel. */
const DEVICE = /^\/dev\/[a-z]\w{0,30}$/;
const HOMES: ReadonlySet<string> = new Set(['home', 'Users']);

/** Shorter names would be parts of words. */
const SHORTEST_NAME = 2;

/** Plugins whose items are addresses or names that somebody has chosen for them. */
const NAMED_CHECKS: ReadonlySet<string> = new Set(['ports', 'checks']);

export class Redaction {
  readonly #words = new Map<Kind, Map<string, string>>();
  readonly #made = new Set<string>();
  readonly #known: RegExp;
  /** Names of the machine in small letters: long, and short. */
  readonly #host: readonly [long: string, short: string];

  constructor({ host, users }: KnownNames) {
    const long = host.toLowerCase();
    this.#host = [long, long.split('.', 1)[0] ?? ''];
    const names = [...this.#host, ...users].filter(
      (name) => name.length >= SHORTEST_NAME && name !== 'localhost',
    );
    // Prefers the longer of two names that begin alike.
    const sorted = names.sort((a, b) => b.length - a.length).map((name) => name.replaceAll(/\W/g, '\\$&'));
    this.#known = new RegExp(`(?<![a-z0-9])(?:${sorted.join('|') || '(?!)'})(?![a-z0-9])`, 'gi');
  }

  host(name: string): string {
    const [long, short] = this.#host;
    const small = name.toLowerCase();
    return this.#word('host', small === short ? long : small);
  }

  /** Names and free text. */
  text(text: string): string {
    return text
      .replace(this.#known, (name) => this.#named(name))
      .replace(QUOTED, (_, value: string) => `=${this.#word('argument', value)}`)
      .replace(TOKEN, (token) => this.#token(token));
  }

  /** Redacts the identity of an item of a list. */
  item(plugin: string, item: string): string {
    if (NAMED_CHECKS.has(plugin)) return this.host(item);
    return item.startsWith('/') ? this.#path(item) : this.text(item);
  }

  event(saved: SavedEvent): SavedEvent {
    const { plugin, identity, event, finding, culprits, server } = saved;
    const shown = identity && this.item(plugin, identity);
    // Names of values contain the identity, in small letters or in capitals.
    const named = (text: string): string =>
      identity === null || shown === null
        ? text
        : text
            .replaceAll(identity, shown)
            .replaceAll(identity.toUpperCase(), shown.toUpperCase())
            .replaceAll(identity.toLowerCase(), shown.toLowerCase());
    const free = (text: string): string => this.text(named(text));
    return {
      ...saved,
      identity: shown,
      stat: named(saved.stat),
      event: {
        ...event,
        type: named(event.type),
        top: event.top.map((name) => this.text(name)),
        global_msg: free(event.global_msg),
      },
      ...(finding && {
        finding: {
          ...finding,
          label: finding.label && free(finding.label),
          sentence: free(finding.sentence),
          ...(finding.said && { said: renamed(finding.said, free) }),
          details: Object.fromEntries(
            Object.entries(finding.details).map(([key, value]) => [
              key,
              typeof value === 'string' ? free(value) : value,
            ]),
          ),
        },
      }),
      ...(culprits && { culprits: { ...culprits, programs: culprits.programs.map(this.#culprit) } }),
      ...(server && { server: { ...server, id: this.host(server.id), name: this.host(server.name) } }),
    };
  }

  readonly #culprit = ({ name, unit, container, user, percent }: Culprit): Culprit => ({
    name: this.text(name),
    unit: unit && this.text(unit),
    container: container && this.text(container),
    ...(user !== undefined && { user: this.#word('user', user.toLowerCase()) }),
    percent,
  });

  top(entry: TopEntry): TopEntry {
    const shares = (list: readonly Share[]): Share[] =>
      list.map(([name, value, ...owners]) => [
        this.text(name),
        value,
        ...(owners.map((owner) => owner && this.text(owner)) as [string?, string?]),
      ]);
    const { cpu, memory, io, faults, swap } = entry;
    return {
      ...entry,
      cpu: shares(cpu),
      memory: shares(memory),
      io: shares(io),
      ...(faults && { faults: shares(faults) }),
      ...(swap && { swap: shares(swap) }),
    };
  }

  replaced(): Replaced {
    return Object.fromEntries([...this.#words].map(([kind, words]) => [kind, words.size]));
  }

  #token(token: string): string {
    if (token.length > LONGEST_NAME) return this.#word('argument', token);
    const equals = token.indexOf('=');
    if (equals > 0 && equals < token.length - 1 && KEY.test(token.slice(0, equals)))
      return `${token.slice(0, equals)}=${this.#word('argument', token.slice(equals + 1))}`;
    let end = token.length;
    while (end > 0 && PUNCTUATION.includes(token.charAt(end - 1))) end -= 1;
    const path = beginOfPath(token);
    if (path >= 0) return this.#token(token.slice(0, path)) + this.#path(token.slice(path));
    return this.#address(token.slice(0, end)) + token.slice(end);
  }

  /** A name of a host or its address, also before a port, a path or a zone, or behind the name of a user. */
  #address(text: string): string {
    if (isIP(text) !== 0 || MAC.test(text)) return this.#word('address', text.toLowerCase());
    if (isDomain(text)) return this.host(text);
    const at = text.lastIndexOf('@');
    if (at > 0 && isDomain(text.slice(at + 1))) return this.#word('user', text.toLowerCase());
    const last = Math.max(text.lastIndexOf(':'), text.lastIndexOf('/'), text.lastIndexOf('%'), at);
    return last < 0
      ? text
      : this.#address(text.slice(0, last)) + text.charAt(last) + this.#address(text.slice(last + 1));
  }

  #named(name: string): string {
    const small = name.toLowerCase();
    return this.#host.includes(small) ? this.host(small) : this.#word('user', small);
  }

  /** Folders that every machine has keep their names. */
  #path(path: string): string {
    if (DEVICE.test(path)) return path;
    let before = '';
    return path.replaceAll(/[^/]+/g, (name) => {
      const isUser = HOMES.has(before);
      before = name;
      if (name === '~' || USUAL_FOLDERS.has(name)) return name;
      return isUser ? this.#word('user', name.toLowerCase()) : this.#word('path', name);
    });
  }

  #word(kind: Kind, name: string): string {
    if (this.#made.has(name)) return name;
    const words = this.#words.get(kind) ?? new Map<string, string>();
    this.#words.set(kind, words);
    const word = words.get(name) ?? `${kind}-${words.size + 1}`;
    words.set(name, word);
    this.#made.add(word);
    return word;
  }
}
