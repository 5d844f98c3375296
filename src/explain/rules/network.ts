/** Rules for packet loss. */
import { say, saying } from '../../core/said.ts';
import { percentIn, spanWord } from '../amounts.ts';
import { evidenceOf } from '../facts.ts';
import { type Rule, unusual } from './rule.ts';

export const network: Rule = {
  name: 'network-loss',
  cause: 'network',
  needs: { tcp: 'retransmissions' },
  find(facts) {
    const again = facts.level('tcp/retransmitted_percent');
    const sent = facts.level('tcp/sent_rate_per_sec');
    const lost = facts.levels('packets', 'lost').find((level) => unusual(level, 2));
    const refused = facts.level('tcp/listen_drops_rate_per_sec');
    const drops = unusual(refused, 1) ? refused : undefined;
    const resends = unusual(again, 4) && (sent?.value ?? 0) >= 5;
    const level = resends ? again : (drops ?? lost);
    if (level === undefined || level === null) return null;
    const what = resends
      ? say('{share} of the TCP segments had to be sent again', { share: percentIn(again.value) })
      : level === drops
        ? say('full queues of servers refused connections')
        : say('{device} lost {share} of the packets', {
            device: level.track.info.item ?? '',
            share: percentIn(level.value),
          });
    return {
      span: level.span,
      ...saying('The network was the bottleneck {when}: {what}.', { when: spanWord(level.span), what }),
      evidence: evidenceOf(again, drops ?? null, lost ?? null),
    };
  },
};
