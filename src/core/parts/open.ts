/** Opens parts in the order of their needs, side by side where possible, and stops them in reverse. */
import type { Part, Scope } from './part.ts';
import { allOf, Failed, type Given, lackAmong, Off, type Services, servicesIn, valuesIn } from './service.ts';

/** A list of parts that cannot work on any machine. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/**
 * Each part with those that it waits for, behind them. Throws {@link PlanError} for a missing provider, two of them, or a circle.
 * @param given what is provided from outside
 */
export function planOf(
  parts: readonly Part[],
  given: readonly Pick<Given, 'service'>[] = [],
): ReadonlyMap<Part, readonly Part[]> {
  const providers = new Map<symbol, Part | null>(given.map(({ service }) => [service.key, null]));
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

export interface PartState {
  readonly name: string;
  readonly state: 'opening' | 'open' | 'off' | 'failed' | 'stopped';
  /** Why it is off or failed. */
  readonly reason: string | null;
  readonly openMs: number;
}

export interface Running extends Services {
  states(): readonly PartState[];
  /** Begins the work of all parts. Rejects if that of an essential one fails. */
  start(): Promise<void>;
  /** Stops those that others need last. Never rejects. */
  stop(): Promise<void>;
}

export interface OpenSetup {
  given?: readonly Given[];
  /** Receives the failures of optional parts, and of stops. */
  onProblem?: (name: string, reason: string) => void;
  /** Most milliseconds for the stop of one part. */
  stopMs?: number;
  /** Receives `stop` at once: a signal may come while parts open. */
  atEnd?: (stop: () => Promise<void>) => void;
}

interface Life {
  readonly starts: (() => unknown)[];
  readonly stops: (() => unknown)[];
  state: PartState;
}

/** Rejects with the error of an essential part after the others have stopped, and with {@link PlanError}. */
export async function openParts(parts: readonly Part[], setup: OpenSetup = {}): Promise<Running> {
  const { given = [], onProblem = () => {}, stopMs = 1000 } = setup;
  const plan = planOf(parts, given);
  const values = valuesIn(given);
  const services = servicesIn(values);
  const lives = new Map([...plan.keys()].map((part) => [part, bornAs(part)]));
  const lifeOf = (part: Part): Life => lives.get(part) as Life;
  let isStopping = false;

  const openOne = async (part: Part): Promise<unknown> => {
    const lack = lackAmong(services, part.needs);
    if (lack !== null) return lack;
    const { starts, stops } = lifeOf(part);
    const scope: Scope = {
      onStart: (start) => void starts.push(start),
      onStop: (stop) => void stops.push(stop),
      parts,
      services,
    };
    return part.open(allOf(services, part.needs), scope);
  };
  const settle = async (part: Part): Promise<void> => {
    const begin = performance.now();
    const found = await openOne(part).catch((error: unknown) => broken(part, error));
    if (part.provides !== null) values.set(part.provides.key, found);
    const state = found instanceof Failed ? 'failed' : found instanceof Off ? 'off' : 'open';
    const reason = found instanceof Off ? found.off : null;
    lifeOf(part).state = { name: part.name, state, reason, openMs: performance.now() - begin };
    if (isStopping) await stopOne(part);
  };
  const broken = async (part: Part, error: unknown): Promise<Failed> => {
    await stopOne(part);
    if (part.isEssential) throw error;
    onProblem(part.name, reasonOf(error));
    return new Failed(reasonOf(error));
  };
  const stopOne = async (part: Part): Promise<void> => {
    const life = lifeOf(part);
    for (const stop of life.stops.splice(0).reverse())
      await within(stop, stopMs).catch((error: unknown) =>
        onProblem(part.name, `stops late: ${reasonOf(error)}`),
      );
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
    states: () => [...lives.values()].map(({ state }) => state),
    async start() {
      for (const [part, { starts }] of lives)
        for (const begin of starts)
          try {
            await begin();
          } catch (error) {
            const { off } = await broken(part, error);
            lifeOf(part).state = { ...lifeOf(part).state, state: 'failed', reason: off };
          }
    },
    stop,
  };
}

const bornAs = ({ name }: Part): Life => ({
  starts: [],
  stops: [],
  state: { name, state: 'opening', reason: null, openMs: 0 },
});

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

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function within(work: () => unknown, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  });
  await Promise.race([(async () => work())(), late]).finally(() => clearTimeout(timer));
}
