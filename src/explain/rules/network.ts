/** Rules for packet loss. */
import { percentText, spanWords } from '../amounts.ts';
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
      ? `${percentText(again.value)} of the TCP segments had to be sent again`
      : level === drops
        ? 'full queues of servers refused connections'
        : `${level.track.info.item} lost ${percentText(level.value)} of the packets`;
    return {
      span: level.span,
      sentence: `The network was the bottleneck ${spanWords(level.span)}: ${what}.`,
      evidence: evidenceOf(again, drops ?? null, lost ?? null),
    };
  },
};
