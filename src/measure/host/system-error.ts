/** An error in the form of Node's system errors. */
export function systemError(
  code: string,
  reason: string,
  syscall: string,
  path: string,
): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${reason}, ${syscall} '${path}'`), { code, syscall, path });
}
