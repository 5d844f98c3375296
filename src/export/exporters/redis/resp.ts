/** The part of the Redis protocol that commands with simple replies need. https://redis.io/docs/latest/develop/reference/protocol-spec/ */

/** An array of bulk strings. */
export function commandBytes(words: readonly string[]): Buffer {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return Buffer.from(`*${words.length}\r\n${parts.join('')}`);
}

/** A reply: its text or its error. */
export type Reply = { readonly text: string } | { readonly error: string };

/** The first replies; null: incomplete. Throws for invalid bytes. */
export function parseReplies(bytes: Buffer, count: number): Reply[] | null {
  const replies: Reply[] = [];
  let at = 0;
  while (replies.length < count) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const line = bytes.toString('utf8', at + 1, end);
    const kind = String.fromCharCode(bytes[at] ?? 0);
    at = end + 2;
    if (kind === '-') replies.push({ error: line });
    else if (kind === '+' || kind === ':') replies.push({ text: line });
    else if (kind === '$') {
      const size = Math.max(0, Number(line));
      if (bytes.length < at + size + 2) return null;
      replies.push({ text: bytes.toString('utf8', at, at + size) });
      at += line === '-1' ? 0 : size + 2;
    } else throw new Error('the answer is not that of a Redis server');
  }
  return replies;
}
