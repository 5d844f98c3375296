/** A parser that gives its last result again while the bytes are the same: some files hardly ever change. */
export function whileSame<T>(parse: (bytes: Uint8Array) => T): (bytes: Uint8Array) => T {
  let last: { bytes: Uint8Array; value: T } | null = null;
  return (bytes) => {
    if (last !== null && Buffer.compare(bytes, last.bytes) === 0) return last.value;
    const value = parse(bytes);
    // The reader writes the next file over these bytes.
    last = { bytes: Uint8Array.from(bytes), value };
    return value;
  };
}
