/** Why the machine was slow: asked for by a key, shown in front of the screen. */
import { explained } from '../../../core/explain.ts';
import type { Ui } from './ui.ts';
import type { Why } from './view.ts';
import { t } from '../../display/language.ts';
import { spoken } from '../../display/said-words.ts';

const MINUTE_MS = 60_000;
const USUAL_MS = 15 * MINUTE_MS;
/** Longest time that an explanation covers. */
const LONGEST_MS = 7 * 86_400_000;

/** Returns the time of the open chart, or the last 15 minutes. */
function windowOf({ source, view }: Ui): Pick<Why, 'from' | 'to'> {
  const to = Math.min(view.chart?.end ?? source.now(), source.now());
  return { from: to - Math.min(LONGEST_MS, view.chart?.span ?? USUAL_MS), to };
}

/** Opens the answer, which may take a while; the same again closes it. */
export function askWhy(ui: Ui): void {
  const { source, view } = ui;
  if (view.overlay === 'why') {
    view.overlay = 'none';
    return;
  }
  if (source.explain === null) {
    view.message = t('No explanation: there is no history of this machine.');
    return;
  }
  const why: Why = { ...windowOf(ui), parts: null, problem: null };
  view.overlay = 'why';
  view.overlayTop = 0;
  ui.why = why;
  source
    .explain(why)
    .then(
      (parts) => (why.parts = parts),
      (error) => (why.problem = spoken(explained(error))),
    )
    .finally(() => {
      if (ui.why === why) source.onChange(false);
    });
}
