/** Requests to the metadata server of a cloud machine: on the local link, without credentials. */
import type { ServedMember } from '../../../core/served.ts';
import { valueAt } from '../../../core/members.ts';
import type { Host, TextRequest } from '../../../core/host.ts';

export interface CloudMachine {
  id?: string;
  name?: string;
  type?: string;
  region?: string;
}

const TIMEOUT_MS = 3000;
const MAX_BYTES = 16_384;
const MAX_LENGTH = 256;

/** A servable value; undefined for anything but short text or a number. */
export function metadataText(value: ServedMember): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  // Some servers answer every request with HTML.
  return text !== '' && text.length <= MAX_LENGTH && /^[^<>\p{Cc}]+$/u.test(text) ? text : undefined;
}

export interface Metadata {
  /** Requests the text at an address; undefined if it is missing, or no value. */
  value(url: string, headers?: TextRequest['headers']): Promise<string | undefined>;
  /** A member of the JSON document at an address. Rejects if missing. */
  document(url: string, headers?: TextRequest['headers']): Promise<(...path: string[]) => string | undefined>;
  put(url: string, headers: TextRequest['headers']): Promise<string>;
}

export function createMetadata(host: Host): Metadata {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  return {
    async value(url, headers = {}) {
      try {
        return metadataText(await host.fetchText(url, { ...limits, headers }));
      } catch (error) {
        // A machine need not have every value.
        if (/answered with status 4\d\d/.test((error as Error).message)) return undefined;
        throw error;
      }
    },
    async document(url, headers = {}) {
      const document = await host.fetchJson(url, { ...limits, headers });
      return (...path) => metadataText(valueAt(document, path));
    },
    put: (url, headers = {}) => host.fetchText(url, { ...limits, method: 'PUT', headers }),
  };
}
