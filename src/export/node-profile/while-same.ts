/** Caches a parser's result while the bytes are unchanged: some files rarely change. */
export function whileSame<T>(parse: (bytes: Uint8Array) => T): (bytes: Uint8Array) => T {
  let last: { bytes: Uint8Array; value: T } | null = null;
  return (bytes) => {
    if (last !== null && Buffer.compare(bytes, last.bytes) === 0) return last.value;
    const value = parse(bytes);
    // The reader reuses this buffer for the next file.
    last = { bytes: Uint8Array.from(bytes), value };
    return value;
  };
}
