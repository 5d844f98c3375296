/** A kind of target: its keys, and how a message becomes a request. No I/O here. */
import type { Options, OptionValues } from '../../core/options.ts';
import { withFileKeys } from '../deliver/secret-value.ts';
import type { Message } from './message.ts';
import type { TargetOptions } from './options.ts';
import type { BrowserKeys } from './web-push/encrypt.ts';

/** A request. */
export interface HttpDelivery {
  readonly protocol: 'http';
  /** Default: POST. */
  readonly method?: 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Statuses of success by which the service does not take a message, and what they mean. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** A program on this machine. */
export interface ExecDelivery {
  readonly protocol: 'exec';
  readonly argv: readonly string[];
  /** Written to its standard input. */
  readonly input: string;
}

/** A mail and the server that takes it. */
export interface MailDelivery {
  readonly protocol: 'smtp';
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly security: 'starttls' | 'tls' | 'none';
    readonly login: { readonly username: string; readonly password: string } | null;
  };
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Messages of MQTT, in their order. */
export interface MqttDelivery {
  readonly protocol: 'mqtt';
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly tls: boolean;
    readonly login: { readonly username: string; readonly password: string } | null;
  };
  readonly messages: readonly {
    readonly topic: string;
    readonly text: string;
    /** The broker keeps it for those who come later. */
    readonly isRetained: boolean;
  }[];
}

/** A message for one browser. */
export interface PushDelivery {
  readonly protocol: 'push';
  /** Identity of the browser. */
  readonly browser: string;
  /** Of its push service. */
  readonly url: URL;
  /** Of the browser. */
  readonly keys: BrowserKeys;
  /** Private key of this agent, in base64url. */
  readonly key: string;
  /** `mailto:` or `https:` address of who runs this agent. */
  readonly contact: string;
  readonly text: string;
  /** Seconds for which the service keeps it for a browser that is not connected. */
  readonly ttl: number;
  readonly urgency: 'normal' | 'high';
  /** The service may have an address of a private network. */
  readonly mayBeInternal: boolean;
}

export type Delivery = HttpDelivery | MailDelivery | ExecDelivery | MqttDelivery | PushDelivery;

export interface SendContext {
  /** Ends the try. */
  readonly signal: AbortSignal;
  /** Certificates of authorities, PEM; null: those of the system. */
  readonly ca: string | null;
  /** Addresses to which no request is sent. Default: it may be any. */
  readonly isForbidden?: (address: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface TargetType<O extends Options = Options, R extends Options = Options> {
  /** The word of the key `type`. */
  readonly type: string;
  readonly description: string;
  readonly options: O;
  /** Keys without which it does not work; secret ones may come from a file or the environment. */
  readonly required: readonly (keyof O & string)[];
  /** The service keeps an incident for each alert: every alert is its own message, and `message.notices` has one. */
  readonly separate?: true;
  /** It runs a program of this machine: only the configuration file sets it up, never a request. */
  readonly runsPrograms?: true;
  /** Values that the agent adds for each of several receivers, which are targets of their own. They are no keys of the section. */
  readonly receiver?: R;
  /** The problem of the values together, as a sentence without its section; null: none. */
  check?(options: OptionValues<O>): string | null;
  /** @param now milliseconds since the epoch */
  compose(message: Message, options: OptionValues<O & R>, now: number): Delivery;
}

/** Checks that `compose` fits the options; a list of types need not know them. */
export const defineTarget = <const O extends Options, const R extends Options = Record<never, never>>(
  type: TargetType<O, R>,
): TargetType => type as unknown as TargetType;

/** All values of a target that no text may show. */
export const secretsOf = ({ options, receiver }: TargetType): Options => ({ ...options, ...receiver });

/** One `[notify_NAME]`, as configured. */
export interface TargetSettings {
  readonly name: string;
  /** File and line of the section. */
  readonly where: string;
  readonly type: TargetType;
  readonly common: TargetOptions;
  /** Created on the page: its secrets come from there alone, never from the environment. */
  readonly isOfPage?: boolean;
  /** Values of the keys of the type; secrets may still be missing, see `target.ts`. */
  readonly options: OptionValues<Options>;
}

/** All keys of the type, with `KEY_file` for every secret. */
export const keysOf = ({ options }: TargetType): Options => withFileKeys(options);
