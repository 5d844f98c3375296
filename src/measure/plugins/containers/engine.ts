/** The interface of container engines. `engines.ts` lists them; adding one is adding a line there. */
import type { Reason } from '../../../core/said.ts';
import type { ServiceError } from '../../../core/service-error.ts';
import type { Host } from '../../../core/host.ts';
import type { OptionValues } from '../../../core/options.ts';
import type { options } from './options.ts';

/** The inputs of an engine. */
interface EngineContext {
  readonly host: Host;
  readonly options: OptionValues<typeof options>;
  /** Called when a container has started, ended or changed its health, once its new state is known. */
  onChange(): void;
}

export type CreateEngine = (context: EngineContext) => Engine;

/** One kind of engine on this host, with all of its sockets. */
export interface Engine {
  /**
   * Returns the known containers. Called at every sample: it never waits or throws, and starts background work (find sockets,
   * list containers, follow events).
   */
  poll(): EngineReport;
  /**
   * Returns the pending first request to a new engine; null if there is nothing to wait for. The plugin waits briefly for it, so
   * its first reading is not empty.
   */
  settling(): Promise<unknown> | null;
}

export interface EngineReport {
  readonly containers: readonly Container[];
  /** Last known containers of engines whose socket is gone, or whose list is pending. */
  readonly remembered: readonly Container[];
  /** A first request to an engine is pending: data are incomplete. */
  readonly isPending: boolean;
  /** Searched places without an engine, such as `/var/run/docker.sock`; shown if none is found. */
  readonly missing: readonly string[];
  /** Sockets that may be used, whether anything answers or not. */
  readonly found: number;
  /** Problems of existing engines, one sentence each, with advice. */
  readonly problems: readonly Reason[];
}

/** A container as its engine describes it; texts are as the engine gave them. */
export interface Container {
  /** Value of the field `engine`. */
  readonly engine: string;
  /** Identity on this host; unique together with the engine. */
  readonly id: string;
  readonly name: string;
  /** Tags of the image, joined by commas. */
  readonly image: string;
  readonly status: string;
  /** False: it has no values, and is served only with the option `all`. */
  readonly running: boolean;
  /** ISO 8601, as the engine states it. */
  readonly created: string | null;
  readonly command: string | null;
  /** `8080->80/tcp,443/tcp`. */
  readonly ports: string;
  /** Milliseconds since the epoch; null when it was never started. */
  readonly startedAt: number | null;
  readonly pod: { readonly id: string; readonly name: string } | null;
  readonly life: ContainerLife;
  /** Its use of resources; null while that is not known. */
  readonly usage: Usage | null;
  /** Last known data if the engine does not answer. */
  readonly engineState: EngineState;
  /** Measures on demand instead of `usage`, if files must be read: the plugin spreads it over slices. */
  readonly measure?: () => Usage | null;
  /** Reads its log, if the engine stores one. Rejects with a `ServiceError`. */
  readonly readLog?: (asked: LogAsked) => Promise<ContainerLog>;
}

/** End, restarts and health of a container. */
export interface ContainerLife {
  /** Milliseconds since the epoch; null while it runs, when it never ran, and when it is not known. */
  readonly endedAt: number | null;
  /** Null while it runs, when it never ran, and when it is not known. */
  readonly exitCode: number | null;
  readonly oomKilled: boolean;
  /** Its end was requested, or it removes itself when it ends; null: unknown, or not known yet. */
  readonly planned: boolean | null;
  /** Restarts by its restart policy since it was last started on request; null: unknown. */
  readonly restarts: number | null;
  /** State of its health check while it runs; null without one. */
  readonly health: string | null;
  /** Health checks that failed in a row; null without one. */
  readonly failingStreak: number | null;
}

/** A terminal has the first alone. */
export type ContainerOutput = 'stdout' | 'stderr';

export interface LogAsked {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** Only this output; null: both. */
  readonly output: ContainerOutput | null;
  readonly signal: AbortSignal;
}

export interface ContainerLine {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly output: ContainerOutput;
  readonly text: string;
}

export interface ContainerLog {
  /** By time. */
  readonly lines: readonly ContainerLine[];
  /** Why lines are missing; null: none are. */
  readonly reason: string | null;
}

/** `ended`: connection refused by its socket. Its containers may run on, which the kernel knows. */
export type EngineState = 'answers' | 'silent' | 'ended';

export function engineStateOf(problem: ServiceError | null): EngineState {
  if (problem === null) return 'answers';
  return problem.code === 'ECONNREFUSED' ? 'ended' : 'silent';
}

/** Cumulative use of a container up to a moment. Counters never fall, except when the container restarts. */
export interface Usage {
  /** Monotonic time of the measurement in milliseconds; rates are changes between two different ones. */
  readonly at: number;
  /** CPU time in nanoseconds, or also percent if computed by the engine; 100 is one core. Null nanoseconds: not told. */
  readonly cpu:
    | { readonly nanoseconds: number }
    | { readonly percent: number; readonly nanoseconds: number | null }
    | null;
  /** Cores it may use. */
  readonly cpuLimit: number | null;
  /** Bytes. */
  readonly memory: {
    readonly usage: number;
    /** The host's memory when the container has no limit. */
    readonly limit: number;
    /** Reclaimable page cache, part of `usage`; null: unknown. */
    readonly inactiveFile: number | null;
  } | null;
  /** Bytes over all disks. */
  readonly io: { readonly read: number; readonly written: number } | null;
  /** Bytes over all interfaces but the loopback. */
  readonly network: { readonly received: number; readonly sent: number } | null;
  /** Its network namespace, where it can be told; containers in one have the same. */
  readonly namespace?: string | null;
}

/** A container under the name that identifies it on this host. */
export interface NamedContainer {
  readonly container: Container;
  readonly name: string;
  /** Configured label. */
  readonly alias: string | null;
}
