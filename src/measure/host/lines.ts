const NEWLINE = 0x0a;

/**
 * Splits bytes into lines and emits those that are not empty. The result takes chunks; it returns false when a line exceeds
 * `maxBytes`, after which it must not be called.
 */
export function createLineSplitter(
  maxBytes: number,
  onLine: (line: string) => void,
): (part: Buffer) => boolean {
  let rest: Buffer[] = [];
  let size = 0;
  return (part) => {
    let from = 0;
    for (let end = part.indexOf(NEWLINE); end !== -1; end = part.indexOf(NEWLINE, from)) {
      if (size + end - from > maxBytes) return false;
      const line = Buffer.concat([...rest, part.subarray(from, end)])
        .toString('utf8')
        .trim();
      rest = [];
      size = 0;
      from = end + 1;
      if (line !== '') onLine(line);
    }
    size += part.length - from;
    if (size > maxBytes) return false;
    // A copy: the part may be a slice of a much larger buffer.
    if (from < part.length) rest.push(Buffer.from(part.subarray(from)));
    return true;
  };
}
