/** Values created on first use and kept until deleted. */
import type { MaybePromise } from '../../core/plugin.ts';

export type MadeOnce<T> = Map<string, MaybePromise<T>>;

/** Creates a value unless it exists; concurrent callers share the promise. */
export function keep<T extends object>(
  kept: MadeOnce<T>,
  name: string,
  make: () => MaybePromise<T>,
): MaybePromise<T> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = make();
  kept.set(name, made);
  if (made instanceof Promise) {
    const settle = (thing: T | null) => {
      if (kept.get(name) !== made) return;
      if (thing === null) kept.delete(name);
      else kept.set(name, thing);
    };
    made.then(settle, () => settle(null));
  }
  return made;
}
