/** Opens parts in the order of their needs, side by side where possible, and stops them in reverse. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from './part.ts';
import {
  Failed,
  firstLack,
  type Given,
  give,
  Off,
  resolve,
  type Service,
  service,
  type Services,
  servicesOf,
} from './service.ts';

/** A list of parts that cannot work on any machine. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/**
 * Each part with its direct dependencies, dependencies first. Throws {@link PlanError} for a missing provider, two of them, or a circle.
 * @param given services made outside the parts
 */
export function planOf(
  parts: readonly Part[],
  given: readonly Given[] = [],
): ReadonlyMap<Part, readonly Part[]> {
  const providers = new Map<symbol, Part | null>(
    [give(PartStates, () => []), ...given].map(([key]) => [key, null]),
  );
  for (const part of parts) {
    const { provides } = part;
    if (provides === null) continue;
    if (providers.has(provides.key)) throw new PlanError(`two parts provide ${provides.name}`);
    providers.set(provides.key, part);
  }
  const plan = new Map<Part, readonly Part[]>();
  const visit = (part: Part, path: readonly Part[]): void => {
    if (plan.has(part)) return;
    if (path.includes(part))
      throw new PlanError([...path.slice(path.indexOf(part)), part].map(({ name }) => name).join(' -> '));
    const needed = Object.values(part.needs).flatMap((need) => {
      const provider = providers.get(need.key);
      if (provider === undefined && need.absent === 'refuse')
        throw new PlanError(`${part.name} needs ${need.name}, which nothing provides`);
      return provider ?? [];
    });
    const collected = parts.filter(({ brings }) => brings.some(({ kind }) => part.collects.includes(kind)));
    const before = [...new Set([...needed, ...collected])];
    for (const one of before) visit(one, [...path, part]);
    plan.set(part, before);
  };
  for (const part of parts) visit(part, []);
  return plan;
}

interface PartState {
  readonly name: string;
  readonly state: 'opening' | 'open' | 'off' | 'failed' | 'stopped';
  /** Why it is off or failed. */
  readonly reason: string | null;
  /** Milliseconds until it was open; null while opening. */
  readonly openMs: number | null;
}

/** Returns the states of all parts of this mode, for the route that shows them. */
export type PartStates = () => readonly PartState[];
export const PartStates: Service<PartStates> = service<PartStates>('states of parts');

export interface Running extends Services {
  readonly states: PartStates;
  /** Begins the work of all parts. Rejects if that of an essential one fails. */
  start(): Promise<void>;
  /** Stops dependents before their dependencies. Never rejects. */
  stop(): Promise<void>;
}

export interface OpenSetup {
  given?: readonly Given[];
  /** Receives the failures of optional parts, and of stops. */
  onProblem?: (name: string, reason: string) => void;
  /** Turns an error into a sentence for users; default: its message. */
  explain?: (error: unknown) => string;
  /** Time limit for the stop of one part, in milliseconds. */
  stopMs?: number;
  /** Receives `stop` at once: a signal may come while parts open. */
  atEnd?: (stop: () => Promise<void>) => void;
}

interface Life {
  readonly starts: (() => unknown)[];
  readonly stops: (() => unknown)[];
  state: PartState;
}

const LATE = Symbol('late');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Rejects with the error of an essential part after the others have stopped, and with {@link PlanError}. */
export async function openParts(parts: readonly Part[], setup: OpenSetup = {}): Promise<Running> {
  const { onProblem = () => {}, explain = messageOf, stopMs = 1000 } = setup;
  const states = (): PartState[] => [...lives.values()].map(({ state }) => state);
  const given = [...(setup.given ?? []), give(PartStates, states)];
  const plan = planOf(parts, given);
  const values = new Map(given);
  const services = servicesOf(values);
  const lives = new Map(
    [...plan.keys()].map((part): [Part, Life] => [
      part,
      { starts: [], stops: [], state: { name: part.name, state: 'opening', reason: null, openMs: null } },
    ]),
  );
  const lifeOf = (part: Part): Life => lives.get(part) as Life;
  let isStopping = false;

  const openOne = async (part: Part): Promise<unknown> => {
    const lack = firstLack(services, part.needs);
    // A failed dependency ends the start, like the part itself; one that is off does not.
    if (lack instanceof Failed && part.isEssential) throw new Error(lack.reason);
    if (lack !== null) return lack;
    const { starts, stops } = lifeOf(part);
    return part.open(resolve(services, part.needs), {
      onStart: (start) => void starts.push(start),
      onStop: (stop) => void stops.push(stop),
      parts,
      services,
    });
  };
  const conclude = (part: Part, found: unknown, openMs: number | null): void => {
    if (part.provides !== null) values.set(part.provides.key, found);
    const state = found instanceof Failed ? 'failed' : found instanceof Off ? 'off' : 'open';
    const reason = found instanceof Off ? found.reason : null;
    lifeOf(part).state = { name: part.name, state, reason, openMs };
  };
  const settle = async (part: Part): Promise<void> => {
    const begin = performance.now();
    const found = await openOne(part).catch((error) => failed(part, error));
    conclude(part, found, performance.now() - begin);
    if (isStopping) await stopOne(part);
  };
  const failed = async (part: Part, error: unknown): Promise<Failed> => {
    await stopOne(part);
    if (part.isEssential) throw error;
    onProblem(part.name, explain(error));
    return new Failed(explain(error));
  };
  const stopOne = async (part: Part): Promise<void> => {
    const life = lifeOf(part);
    for (const stop of life.stops.splice(0).reverse()) {
      const ended = (async () => stop())().catch((error) =>
        onProblem(part.name, `does not stop: ${explain(error)}`),
      );
      const timer = new AbortController();
      const late = sleep(stopMs, LATE, timer).catch(() => {});
      if ((await Promise.race([ended, late])) === LATE)
        onProblem(part.name, `does not stop within ${stopMs} ms`);
      timer.abort();
    }
    if (life.state.state === 'open') life.state = { ...life.state, state: 'stopped' };
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    const order = [...plan].reverse();
    await inOrder(
      order.map(([part]) => [part, order.flatMap(([one, before]) => (before.includes(part) ? one : []))]),
      stopOne,
    );
  };

  setup.atEnd?.(stop);
  try {
    await inOrder([...plan], settle);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...services,
    states,
    async start() {
      for (const part of plan.keys())
        for (const begin of lifeOf(part).starts.splice(0))
          try {
            await begin();
          } catch (error) {
            conclude(part, await failed(part, error), lifeOf(part).state.openMs);
          }
    },
    stop,
  };
}

/** Works on each part once those before it are done. Rejects with the first error, when all have settled. */
async function inOrder(
  plan: readonly (readonly [Part, readonly Part[]])[],
  work: (part: Part) => Promise<void>,
): Promise<void> {
  const done = new Map<Part, Promise<void>>();
  for (const [part, before] of plan)
    done.set(
      part,
      Promise.all(before.map((one) => done.get(one))).then(() => work(part)),
    );
  for (const one of await Promise.allSettled(done.values())) if (one.status === 'rejected') throw one.reason;
}
