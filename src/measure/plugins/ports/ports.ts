import { say } from '../../../core/said.ts';
import { definePlugin, Unsupported } from '../../../core/plugin.ts';
import { type CheckResult, notChecked, withFinding } from '../../../core/check-result.ts';
import type { FirstHop, Host } from '../../../core/host.ts';
import { checkResults } from '../../sources/check-results.ts';
import { createBoundedSearch } from '../shared/bounded-search.ts';
import { createChecks } from '../shared/checks.ts';
import { gatewayCheck, type PortCheck, portCheck, webCheck } from './checks.ts';
import { fields } from './fields.ts';
import { options } from './options.ts';

/** A dozen checks that wait for their answer cost next to nothing. */
const AT_ONCE = 12;
/** Further problems are only counted. */
const MAX_PROBLEMS = 5;

/** Routes hardly ever change. */
const ROUTE_MS = 300_000;

/** Gateways by host, looked up again after a while. */
function createRoutes(host: Host) {
  const known = new Map<string, { hop: FirstHop | null; until: number }>();
  return {
    async to(name: string | null): Promise<FirstHop | null> {
      if (name === null) return null;
      const now = host.clock.monotonic();
      const before = known.get(name);
      if (before !== undefined && before.until > now) return before.hop;
      const hop = await host.routeTo(name).catch(() => null);
      known.set(name, { hop, until: now + ROUTE_MS });
      return hop;
    },
  };
}

function summary(problems: readonly string[]): string | null {
  const different = [...new Set(problems)];
  const more = different.length - MAX_PROBLEMS;
  const told = different.slice(0, MAX_PROBLEMS).join('; ');
  return different.length === 0 ? null : more > 0 ? `${told}; and ${more} more` : told;
}

/** Hosts, ports and web pages that should answer, checked in the background. */
export default definePlugin({
  name: 'ports',
  shape: 'list',
  key: 'indice',
  description: 'Whether hosts, TCP ports and web pages answer, and how fast.',
  refresh: 30,
  fields,
  options,
  create({ host, options: own, refresh, notice, again, instance }) {
    const defaults = { refresh, timeout: own.timeout };
    const search = createBoundedSearch(host.clock);
    const all = [
      own.port_default_gateway ? gatewayCheck(host, defaults) : null,
      ...own.ports.map((entry) => portCheck(host, search, entry, defaults)),
      ...own.webs.map((entry) => webCheck(host, entry, defaults)),
    ].filter((check) => check !== null);
    if (all.length === 0)
      throw new Unsupported(say('no check is configured: add port_1_host or web_1_url to [ports]'));
    const problems = new Map<PortCheck, string | null>();
    const results = all.map(({ item: { indice, description }, kind, target }) =>
      notChecked({ name: indice, description, kind, target: target() }),
    );
    const book = instance(checkResults);
    book.add(() => results);
    const routes = createRoutes(host);
    const checks = createChecks({ clock: host.clock, again, concurrency: AT_ONCE });
    for (const [index, check] of all.entries())
      checks.add(check.item.refresh, async () => {
        const { notice: problem = null, ...finding } = await check.run();
        problems.set(check, problem);
        const before = { ...(results[index] as CheckResult), target: check.target() };
        const hop = finding.up === true ? await routes.to(check.host()) : null;
        results[index] = { ...withFinding(before, finding, host.clock.now()), ...hop };
        void book.changed.emit();
      });
    return {
      read() {
        checks.step();
        notice('checks', summary([...problems.values()].filter((problem) => problem !== null)));
        return all.map(({ item }) => ({ ...item }));
      },
    };
  },
});
