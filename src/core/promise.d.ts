/** The reason of a rejected promise is unknown, as in a `catch` clause; the library of TypeScript says `any`. */
interface Promise<T> {
  catch<Result = never>(rejected: (reason: unknown) => Result | PromiseLike<Result>): Promise<T | Result>;
  then<Taken, Result>(
    taken: (value: T) => Taken | PromiseLike<Taken>,
    rejected: (reason: unknown) => Result | PromiseLike<Result>,
  ): Promise<Taken | Result>;
}
