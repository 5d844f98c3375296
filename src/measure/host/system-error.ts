/** An error in the form of Node's system errors. */
export function systemError(
  code: string,
  reason: string,
  syscall: string,
  path: string,
): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${reason}, ${syscall} '${path}'`), { code, syscall, path });
}

/** The `code` of a system error (`ENOENT`); undefined for other values. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
