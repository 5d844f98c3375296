/** NET_DOWN: an interface that carried traffic lost its link. */
import { LINKS } from '../../core/alert-feeds.ts';
import { allRead, defineFailureRule, UNREAD } from '../../core/failure-rule.ts';
import { patternsOption } from '../../core/options.ts';
import { saying } from '../../core/said.ts';

const DELAY_MS = 30_000;

export const netDown = defineFailureRule({
  name: 'NET_DOWN',
  description:
    'An interface with an address loses its carrier for 30 s without being shut down. The alert ends when the carrier is back.',
  level: 'WARNING',
  plugin: 'network',
  inputs: { links: LINKS },
  options: {
    net_down_hide: patternsOption(
      [
        'lo',
        'veth.*',
        'docker.*',
        'br-.*',
        'podman.*',
        'lxdbr.*',
        'incusbr.*',
        'virbr.*',
        'tun.*',
        'tap.*',
        'wg.*',
        'cni.*',
        'flannel.*',
        'cali.*',
        'wl.*',
      ],
      'Interfaces of which no loss is reported; wireless ones come and go by default.',
    ),
  },
  create({ options: { net_down_hide: hide } }) {
    /** Monotonic time at which an interface that carried traffic lost its carrier; null: it has one. */
    const lostAt = new Map<string, number | null>();
    return ({ values: { links }, ongoing, at }) => {
      if (links === null) return UNREAD;
      const names = new Set(links.filter(({ isUp }) => isUp).map(({ name }) => name));
      for (const name of lostAt.keys()) if (!names.has(name)) lostAt.delete(name);
      const findings = links.flatMap(({ name, isUp, hasCarrier, hasAddress }) => {
        if (!isUp || hide.some((pattern) => pattern.test(name))) return [];
        if (hasCarrier) {
          if (hasAddress || lostAt.has(name)) lostAt.set(name, null);
          return [];
        }
        const since = lostAt.get(name);
        if (since === null) lostAt.set(name, at);
        const isLost = ongoing.has(name) || (typeof since === 'number' && at - since >= DELAY_MS);
        return isLost ? [{ subject: name, ...saying('{name} has lost its network link.', { name }) }] : [];
      });
      return allRead(findings);
    };
  },
});
