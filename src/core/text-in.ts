import { passNotFetched } from './not-fetched.ts';
import { isShortage } from './files/error-code.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Content of a text file without its trailing line end; null: unreadable. Throws what says nothing about the file. */
export function textIn(read: (path: string) => Uint8Array, path: string): string | null {
  try {
    const text = decoder.decode(read(path));
    return text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;
  } catch (error) {
    if (isShortage(error)) throw error;
    passNotFetched(error);
    return null;
  }
}
