/**
 * The replies that a page begins with. The page names them; its own script, which is there long before the others have
 * been compiled, asks for them and reads them in parallel.
 */

/** By path; each is taken once. */
export type Prefetched = Map<string, Promise<Response>>;

/** In milliseconds. This file depends on no other: it would have to wait for it. */
const PATIENCE_MS = 15_000;

/** Headers as those of the browser, which has been told to fetch them already. */
async function read(path: string): Promise<Response> {
  const response = await fetch(path, {
    credentials: 'same-origin',
    signal: AbortSignal.timeout(PATIENCE_MS),
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
