/** Types of the used part of dns-packet, which brings none. Texts of TXT records come as bytes. */
declare module 'dns-packet' {
  /** Throws for anything that is no message; strings like `UNKNOWN_65` stand for types and classes it has no name for. */
  export function decode(bytes: Uint8Array): object;
  /** Without compression of names. */
  export function encode(message: object): Buffer;
}
