/** Generated files that are stale. */

export interface Generator {
  /** Relative to the repository's root. */
  readonly path: string;
  generate(): string | Promise<string>;
}

export async function staleFiles(
  generators: readonly Generator[],
  read: (path: string) => string | null,
): Promise<{ path: string; text: string }[]> {
  const files = await Promise.all(
    generators.map(async ({ path, generate }) => ({ path, text: await generate() })),
  );
  return files.filter(({ path, text }) => read(path) !== text);
}
