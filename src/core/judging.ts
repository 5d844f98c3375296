/** Judges all values of a plugin that have thresholds, snapshot by snapshot. */
import type { Served } from './fields.ts';
import type { LevelRule } from './level-rule.ts';
import { type Judgement, measure, type Thresholds, type Yardstick, yardstickOf } from './levels.ts';
import { type Limits, rulesInForce } from './limits.ts';
import type { Plugin } from './plugin.ts';

/** What is said of one value of a snapshot. */
export interface Verdict extends Judgement {
  readonly field: string;
  readonly rule: LevelRule;
  /** Identity of the item; null for an object. */
  readonly identity: string | null;
  readonly thresholds: Thresholds;
  /** The object or item that holds the value. */
  readonly served: Served;
}

/** Verdicts of a served value, in the order of items and then of fields. */
export type Judge = (served: unknown) => Verdict[];

/** Yardsticks of items that have gone are forgotten once they are this many more than those in use. */
const SPARE_YARDSTICKS = 256;

export function createJudge(plugin: Plugin, limits: Limits): Judge {
  const rules = rulesInForce(plugin, limits);
  const kept = new Map<string | null, Yardstick[]>();

  const yardsticksOf = (identity: string | null): Yardstick[] => {
    let yardsticks = kept.get(identity);
    if (yardsticks === undefined) {
      yardsticks = rules.map(([, rule]) => yardstickOf(plugin.name, rule, identity, limits));
      kept.set(identity, yardsticks);
    }
    return yardsticks;
  };
  const judgeItem = (served: Served, identity: string | null, verdicts: Verdict[]): void => {
    const yardsticks = yardsticksOf(identity);
    rules.forEach(([field, rule], index) => {
      verdicts.push(verdictOf(field, rule, yardsticks[index] as Yardstick, served, identity));
    });
  };

  return (served) => {
    const verdicts: Verdict[] = [];
    if (rules.length === 0 || plugin.shape === 'scalar') return verdicts;
    if (plugin.shape === 'object') judgeItem(served as Served, null, verdicts);
    else if (plugin.key !== null) {
      const items = served as Served[];
      if (kept.size > items.length + SPARE_YARDSTICKS) kept.clear();
      for (const item of items) judgeItem(item, String(item[plugin.key]), verdicts);
    }
    return verdicts;
  };
}

function verdictOf(
  field: string,
  rule: LevelRule,
  yardstick: Yardstick,
  served: Served,
  identity: string | null,
): Verdict {
  const { level, value } = measure(yardstick, field, rule, served);
  const { log, stat, thresholds } = yardstick;
  return { level, value, log, stat, thresholds, field, rule, identity, served };
}
