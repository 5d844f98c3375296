/**
 * The first replies of a page. The page lists them; a small script, available before the others are compiled, requests and reads
 * them in parallel.
 */

/** By path; each is used once. */
export type Prefetched = Map<string, Promise<Response>>;

/** Milliseconds. This file has no imports, which would delay it. */
const TIMEOUT_MS = 15_000;

/** Same headers as the browser's preload requests. */
async function read(path: string): Promise<Response> {
  const response = await fetch(path, {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) return response;
  const value: Promise<unknown> = response.json();
  value.catch(() => {});
  return Object.assign(response, { json: () => value });
}

export const prefetched: Prefetched = new Map();
for (const link of document.querySelectorAll('link[rel="preload"][as="fetch"]')) {
  const path = link.getAttribute('href') ?? '';
  const reply = read(path);
  reply.catch(() => {});
  prefetched.set(path, reply);
}
