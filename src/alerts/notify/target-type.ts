/** A type of target: its keys, and how a message becomes a request. No I/O here. */
import { widened } from '../../core/widened.ts';
import type { Options, OptionValues } from '../../core/options.ts';
import { withFileKeys } from '../../net/deliver/secret-value.ts';
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
  /** Success statuses with which the service still rejects a message, and their meaning. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** A program on this machine. */
export interface ExecDelivery {
  readonly protocol: 'exec';
  readonly argv: readonly string[];
  /** Text for its standard input. */
  readonly input: string;
}

/** A mail and its server. */
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

/** MQTT messages in order. */
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
    /** True if the broker retains it for later subscribers. */
    readonly isRetained: boolean;
  }[];
}

/** A message for one browser. */
export interface PushDelivery {
  readonly protocol: 'push';
  /** Identity of the browser. */
  readonly browser: string;
  /** Endpoint of its push service. */
  readonly url: URL;
  /** Keys of the browser. */
  readonly keys: BrowserKeys;
  /** Private key of this agent, in base64url. */
  readonly key: string;
  /** `mailto:` or `https:` address of the operator. */
  readonly contact: string;
  readonly text: string;
  /** Seconds that the service keeps it for an offline browser. */
  readonly ttl: number;
  readonly urgency: 'normal' | 'high';
  /** True if the service may have a private address. */
  readonly mayBeInternal: boolean;
}

export type Delivery = HttpDelivery | MailDelivery | ExecDelivery | MqttDelivery | PushDelivery;

export interface SendContext {
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /** Certificates of authorities, PEM; null: the system's. */
  readonly ca: string | null;
  /** Forbidden addresses; null: none. */
  readonly isForbidden: ((address: string) => boolean) | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface AnyTargetType<O extends Options, R extends Options> {
  /** Value of the key `type`. */
  readonly type: string;
  readonly description: string;
  readonly options: O;
  /** Keys without which it does not work; secret ones may come from a file or the environment. */
  readonly required: readonly (keyof O & string)[];
  /** Set if the service keeps an incident per alert: each alert is a message, and `message.notices` has one entry. */
  readonly separate?: true;
  /** Values that the agent adds per receiver, each a separate target. They are not keys of the section. */
  readonly receiver?: R;
  /** A problem of the combined values, as a sentence without its section; null: none. */
  check?(options: OptionValues<O>): string | null;
}

/** @param now milliseconds since the epoch */
type Compose<V, D> = (message: Message, options: V, now: number) => D;

export type TargetType<O extends Options = Options, R extends Options = Options> = AnyTargetType<O, R> &
  (
    | {
        readonly runsPrograms?: never;
        readonly compose: Compose<OptionValues<O & R>, Exclude<Delivery, ExecDelivery>>;
      }
    /** It runs a program on this machine: only the configuration file may create it, never a request. */
    | { readonly runsPrograms: true; readonly compose: Compose<OptionValues<O & R>, ExecDelivery> }
  );

/** Checks the types of options, and hides them from the list of types. */
export const defineTarget = <const O extends Options, const R extends Options = Record<never, never>>(
  type: TargetType<O, R>,
): TargetType => widened(type);

/** All secret values of a target. */
export const secretsOf = ({ options, receiver }: TargetType): Options => ({ ...options, ...receiver });

/** One `[notify_NAME]`, as configured. */
export interface TargetSettings {
  readonly name: string;
  /** File and line of the section. */
  readonly where: string;
  readonly type: TargetType;
  readonly common: TargetOptions;
  /**
   * Created on the page: its secrets come only from there, never from the environment. Local and private addresses are forbidden.
   */
  readonly isOfPage: boolean;
  /** Values of the keys of the type; secrets may still be missing, see `target.ts`. */
  readonly options: OptionValues<Options>;
}

/** All keys of the type, with `KEY_file` for every secret. */
export const keysOf = ({ options }: TargetType): Options => withFileKeys(options);
