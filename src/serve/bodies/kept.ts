/** Things that are made when first asked for, and kept until somebody takes them away. */
import type { MaybePromise } from '../../core/plugin.ts';

export type Kept<T> = Map<string, MaybePromise<T>>;

/** Makes a thing unless it is kept; those who ask while it is being made share the one promise. */
export function keep<T extends object>(
  kept: Kept<T>,
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
