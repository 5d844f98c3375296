/** The last lines: current alerts, then past events. */
import { aboutOf, ALL_WITHIN_LIMITS, NO_DATA, silenceWords } from '../../display/machine-verdict.ts';
import { endedEvents } from '../../display/alert-list.ts';
import { showMoment, showSpan, showTime } from '../../display/durations.ts';
import { type Level, levelOfAlert } from '../../display/levels.ts';
import type { AlertEvent } from '../../display/snapshots.ts';
import { subjectOf } from '../../display/subjects.ts';
import type { VerdictSource } from '../../display/verdicts.ts';
import { shownVerdict } from '../../../measure/levels/series.ts';
import type { Region } from '../screen/region.ts';
import { FAINT, levelStyle, TEXT, TITLE, type Ui } from '../state/ui.ts';
import { onPress } from '../state/surface.ts';
import { t } from '../../display/language.ts';

interface AlertLine {
  /** Null: silenced. */
  readonly level: Level | null;
  readonly isOver: boolean;
  readonly text: string;
  readonly when: string;
}

export interface Alerts {
  /** First lines, as many as fit. */
  readonly lines: readonly AlertLine[];
  /** All there are. */
  readonly count: number;
  /** Shown if there are no lines. */
  readonly calm: string;
}

export const NO_ALERTS: Alerts = { lines: [], count: 0, calm: '' };

/** Most lines for alerts on a screen of this height. */
export function mostAlerts(ui: Ui, height: number): number {
  if (ui.view.preferences.hidden.has('alert') || height < 8) return 0;
  return height < 30 ? 1 : height < 44 ? 3 : 6;
}

/** Number of lines used, up to a maximum. */
export const alertHeight = ({ count }: Alerts, most: number): number => Math.min(most, Math.max(1, count));

export function drawAlerts(ui: Ui, region: Region, { lines, count, calm }: Alerts): void {
  if (region.height === 0) return;
  onPress(ui, region, () => (ui.view.overlay = 'alerts'));
  const x = region.text(0, 0, t('Alerts'), TITLE) + 1;
  if (lines.length === 0) {
    region.text(x, 0, calm, FAINT);
    return;
  }
  lines
    .slice(0, region.height)
    .forEach((line, index) =>
      drawAlert(ui, region.part({ x, y: index, width: region.width - x, height: 1 }), line),
    );
  const more = count - region.height;
  if (more > 0) region.right(region.width, region.height - 1, ` +${more}`, FAINT);
}

const markOf = ({ glyphs }: Ui, level: Level | null): string => (level === null ? ' ' : glyphs.marks[level]);

/** Returns the full list, as an overlay. */
export function alertTexts(ui: Ui): { level: Level | null; text: string }[] {
  const { lines, calm } = alertsOf(ui, Infinity);
  if (lines.length === 0) return [{ level: null, text: t('{calm}, and no alerts lately.', { calm }) }];
  return lines.map(({ level, text, when, isOver }) => ({
    level: isOver ? null : level,
    text: `${markOf(ui, level)} ${when === '' ? '' : `${when}  `}${text}${isOver ? `  ${t('(over)')}` : ''}`,
  }));
}

function drawAlert(ui: Ui, line: Region, { level, isOver, text, when }: AlertLine): void {
  const style = isOver ? FAINT : levelStyle(level);
  let x = line.text(0, 0, markOf(ui, level), style) + 1;
  if (when !== '') x = line.text(x, 0, when, FAINT) + 1;
  line.text(x, 0, text, isOver ? FAINT : TEXT, line.width - x - 4);
}

/**
 * Current alerts, worst first; then past ones.
 * @param most needed lines: finding an event's subject costs as much as drawing a row, and there may be hundreds
 */
export function alertsOf(ui: Ui, most: number): Alerts {
  const { source } = ui;
  const { alerts, hasData } = source.alerts(ui.text);
  const events = endedEvents(source.latest('alert') ?? [], alerts);
  const lines = [
    ...alerts.map((alert): AlertLine => ({
      level: levelOfAlert(alert),
      isOver: false,
      text: `${alert.sentence}${aboutOf(alert, source.now())}${silenceWords(alert)}`,
      when: '',
    })),
    ...events.slice(0, Math.max(0, most - alerts.length)).map((event) => eventLine(ui, event)),
  ];
  return { lines, count: alerts.length + events.length, calm: t(hasData ? ALL_WITHIN_LIMITS : NO_DATA) };
}

const DAY_MS = 86_400_000;

function eventLine(ui: Ui, event: AlertEvent): AlertLine {
  const { begin, end, state, top } = event;
  const all: VerdictSource = {
    plugins: () => ui.source.plugins,
    ofPlugin: (plugin) => ui.source.judge(plugin).map(shownVerdict),
  };
  const { label } = subjectOf(event, all, ui.source.latest);
  const isToday = ui.source.now() - begin * 1000 < DAY_MS;
  const names = top.length === 0 ? '' : `: ${top.join(', ')}`;
  return {
    level: state === 'CRITICAL' ? 'critical' : 'warning',
    isOver: true,
    text: `${t('{label} for {span}', { label, span: showSpan(Math.max(0, end - begin)) })}${names}`,
    when: isToday ? showTime(begin * 1000) : showMoment(begin * 1000),
  };
}
