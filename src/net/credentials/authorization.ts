/** Reads the header `Authorization`. RFC 7235, RFC 7617 (Basic, UTF-8), RFC 6750 (Bearer). */
import { orNull } from '../../core/or-null.ts';

export type Credentials =
  | { scheme: 'basic'; user: string; password: string }
  | { scheme: 'bearer'; token: string };

/** Null for no header, another scheme and whatever is not well-formed. */
export function parseAuthorization(header: string | undefined): Credentials | null {
  const [, scheme = '', rest = ''] = /^([a-z]+) +(\S+) *$/i.exec(header ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return parseBasic(rest);
    case 'bearer':
      return { scheme: 'bearer', token: rest };
    default:
      return null;
  }
}

function parseBasic(encoded: string): Credentials | null {
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) return null;
  const text = decodeUtf8(Buffer.from(encoded, 'base64'));
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon < 0) return null;
  return { scheme: 'basic', user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Strict: bytes of another encoding are no text. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Buffer): string | null {
  return orNull(() => UTF8.decode(bytes));
}
