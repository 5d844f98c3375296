interface Named {
  readonly id?: string | undefined;
  readonly name: string;
}

/** Returns the name of a container in its engine, otherwise the short id that engines show. */
export function containerName(containers: readonly Named[] | null, container: string): string {
  const known = containers?.find(({ id = '' }) => id !== '' && container.startsWith(id));
  return known?.name ?? (/^[0-9a-f]{64}$/.test(container) ? container.slice(0, 12) : container);
}
