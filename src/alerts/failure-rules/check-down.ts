/** PORT_DOWN and WEB_DOWN: a configured check fails twice in a row. */
import { type FailureRule, defineFailureRule, listOf } from '../../core/failure-rule.ts';
import { GATEWAY_CHECK } from '../../core/check-result.ts';
import type { KindName } from '../../core/kind-titles.ts';
import type { Finding } from '../../core/event.ts';
import { named, saying } from '../../core/said.ts';
import type { Phrase } from '../../core/phrase.ts';
import type { Served } from '../../core/served.ts';
import { createFineChecks, ownEvents, sinceClock } from './checks.ts';

/** A single failure may be chance. */
const FAILURES = 2;

interface CheckKindSetup {
  name: KindName;
  what: string;
  /** Kinds of checks. */
  kinds: readonly string[];
}

const checkKind = ({ name: kindName, what, kinds }: CheckKindSetup): FailureRule =>
  defineFailureRule({
    name: kindName,
    description: `${what} fails twice in a row. The alert ends with a success. Checks with \`…_rtt_log=True\` have their own events instead.`,
    // As bad as the published state of a check.
    level: 'CRITICAL',
    // NET_DOWN takes as long to be found.
    delay: 45,
    parents: { NET_DOWN: 'interface', PORT_DOWN: 'gateway' },
    knownAs: 'target',
    inputs: { checks: listOf('checks'), ports: listOf('ports') },
    create() {
      const fine = createFineChecks();
      return ({ values: { checks }, judged, ongoing }) => {
        const own = ownEvents(judged('ports'));
        const all = (checks ?? []).filter(
          ({ kind, name }) => kinds.includes(String(kind)) && !own.has(String(name)),
        );
        fine.note(all.filter(({ up }) => up === 1).map(identityOf));
        return {
          findings: all.flatMap((check) => {
            const name = String(check['name']);
            const fails = check['up'] === 0 && (Number(check['failures']) >= FAILURES || ongoing.has(name));
            const isOld = !fine.has(identityOf(check));
            if (!fails || (name === GATEWAY_CHECK && isOld && !ongoing.has(name))) return [];
            return [{ ...findingOf(check), ...(isOld && { isOld: true as const }) }];
          }),
          // A machine that leaves a network has no gateway.
          unknown:
            checks === null
              ? 'all'
              : all
                  .filter(({ name, up }) => up === null && name !== GATEWAY_CHECK)
                  .map(({ name }) => String(name)),
        };
      };
    },
  });

/** A machine that moves has another gateway in each network. */
const identityOf = ({ name, target }: Served): string => `${String(name)} ${String(target)}`;

function findingOf({ name, description, target, reason, since, interface: link, gateway }: Served): Finding {
  const why = String(reason ?? 'it does not answer');
  const at = sinceClock(since);
  const place = String(target);
  const isGateway = name === GATEWAY_CHECK;
  return {
    subject: String(name),
    label: isGateway ? 'Default gateway' : String(description),
    ...saying(textOf(why.startsWith(place), isGateway, at !== ''), { place, why: named(why), since: at }),
    // Numbers that change with each result would make each one a change of the alert.
    details: {
      cause: why,
      target: place,
      ...(typeof link === 'string' && { interface: link }),
      ...(typeof gateway === 'string' && { gateway }),
    },
  };
}

/** @param isWhole the reason begins with the place */
function textOf(isWhole: boolean, isGateway: boolean, isSince: boolean): Phrase {
  if (isWhole && isGateway)
    return isSince ? 'The default gateway {why} since {since}.' : 'The default gateway {why}.';
  if (isWhole) return isSince ? '{why} since {since}.' : '{why}.';
  if (isGateway)
    return isSince
      ? 'The default gateway {place} has been down since {since}: {why}.'
      : 'The default gateway {place} has been down: {why}.';
  return isSince ? '{place} has been down since {since}: {why}.' : '{place} has been down: {why}.';
}

export const portDown = checkKind({
  name: 'PORT_DOWN',
  what: 'A host, port or name of `[ports]`, or the default gateway if it answered before,',
  kinds: ['ping', 'tcp', 'dns'],
});

export const webDown = checkKind({
  name: 'WEB_DOWN',
  what: 'A web page of `[ports]`',
  kinds: ['web'],
});
