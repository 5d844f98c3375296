/** Reply of `/api/4/all`. */
import { ApiProblem } from './client.ts';
import { clocksApart } from './clock.ts';
import { isObject } from '../../src/core/members.ts';
import { t } from '../../src/show/display/language.ts';

export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const all: unknown = await response.json().catch(() => null);
  // Also an answer that is no object, of a server that is no agent.
  if (!isObject(all)) throw new ApiProblem(0, t('The answer was cut short'));
  return all;
}

/** An ETag begins with the name of the run. */
export const runOf = (response: Response): string | undefined =>
  /^(?:W\/)?"([^."]+)\./.exec(response.headers.get('etag') ?? '')?.[1];

/** Returns the agent's clock if it is far from ours, otherwise ours, which is finer. */
export function clockOf(all: Record<string, unknown>): number {
  const iso = (all['now'] as { iso?: unknown } | undefined)?.iso;
  return Date.now() + (typeof iso === 'string' ? clocksApart(Date.parse(iso)) : 0);
}
