/** The layout of the screen. */
import { messageOf } from '../../../core/message-of.ts';
import { hintedKeys } from '../keys/keys.ts';
import type { Cells } from '../screen/cells.ts';
import { Region } from '../screen/region.ts';
import { styleOf } from '../screen/style.ts';
import { hasRail, hasTable } from '../state/parts.ts';
import type { Ui } from '../state/ui.ts';
import { alertHeight, alertsOf, drawAlerts, mostAlerts, NO_ALERTS } from './alerts.ts';
import { drawChart } from './chart.ts';
import { coreLines, drawCores } from './core-map.ts';
import { DETAIL_LINES, drawDetails } from './details.ts';
import { drawFooter } from './footer.ts';
import { drawHeader } from './header.ts';
import { drawOverlay } from './overlay.ts';
import { drawSections } from './section.ts';
import { sectionsOf } from './sections.ts';
import { drawTable } from './table.ts';
import { drawVitals, layoutVitals } from './vitals.ts';
import { vitalSigns } from './vital-signs.ts';
import { t } from '../../display/language.ts';

/** Widths of the left column. */
const SIDE = [28, 48] as const;
const SIDE_SHARE = 0.3;
const GAP = 2;
/** Least height for the line of keys. */
const FOOTER_FROM = 10;
const LINE = styleOf('track');

export function drawScreen(ui: Ui, cells: Cells): void {
  cells.clear();
  ui.targets = [];
  const { width, height } = cells;
  const screen = new Region(cells, { x: 0, y: 0, width, height }, ui.glyphs);
  if (width < 2 || height < 2) return;
  const signs = attempted(() => vitalSigns(ui), []);
  const vitals = layoutVitals(signs.length, width, height);
  const cores = attempted(() => coreLines(ui, width, height), 0);
  const most = mostAlerts(ui, height);
  const alerts = attempted(() => alertsOf(ui, most), NO_ALERTS);
  const alertLines = alertHeight(alerts, most);
  const isAsking = ui.view.prompt !== null || ui.view.question !== null;
  const footer = height >= FOOTER_FROM || isAsking ? 1 : 0;
  const rule = ui.settings.hasSeparators && height >= 20 ? 1 : 0;

  let y = 1;
  const take = (lines: number): Region => {
    const part = screen.part({ x: 0, y, width, height: lines });
    y += lines;
    return part;
  };
  guarded(screen.row(0), (part) => drawHeader(ui, part));
  guarded(take(vitals.height), (part) => drawVitals(ui, part, signs, vitals));
  guarded(take(cores), (part) => drawCores(ui, part));
  drawRule(ui, take(rule));
  const left = Math.max(0, height - y - alertLines - footer - (alertLines > 0 ? rule : 0));
  guarded(take(left), (part) => drawBody(ui, part));
  if (alertLines > 0) drawRule(ui, take(rule));
  guarded(take(alertLines), (part) => drawAlerts(ui, part, alerts));
  if (footer > 0) drawFooter(ui, screen.row(height - 1), hintedKeys(ui.view));
  guarded(screen.part({ x: 0, y: 1, width, height: height - 1 - footer }), (part) => drawOverlay(ui, part));
}

/** Returns the measured region, or another one for the message of a part that cannot be drawn. */
function attempted<T>(measure: () => T, otherwise: T): T {
  try {
    return measure();
  } catch {
    return otherwise;
  }
}

/** A part that cannot be drawn says so, and takes no other down: values of other machines may be anything. */
function guarded(part: Region, draw: (part: Region) => void): void {
  try {
    draw(part);
  } catch (error) {
    part.clear();
    const reason = messageOf(error);
    part.text(0, 0, t('cannot be shown: {reason}', { reason }), styleOf('critical'));
  }
}

function drawRule({ glyphs }: Ui, line: Region): void {
  for (let x = 0; x < line.width && line.height > 0; x += 1) line.put(x, 0, glyphs.line.charCodeAt(0), LINE);
}

/** Draws the table, and the details of the selected process below it. */
function drawMain(ui: Ui, main: Region): void {
  const { width, height } = main;
  const details = ui.view.extended === null || height < DETAIL_LINES * 2 ? 0 : DETAIL_LINES;
  drawTable(ui, main.part({ x: 0, y: 0, width, height: height - details }));
  if (details > 0) drawDetails(ui, main.part({ x: 0, y: height - details, width, height: details }));
}

/** Sections left, the table right; on a narrow screen the table alone. */
function drawBody(ui: Ui, body: Region): void {
  const { chart } = ui.view;
  if (chart !== null) return drawChart(ui, body, chart);
  const sections = hasRail(ui.view, body.width) ? sectionsOf(ui) : [];
  const isListed = hasTable(ui.view);
  const side = isListed
    ? Math.min(SIDE[1], Math.max(SIDE[0], Math.floor(body.width * SIDE_SHARE)))
    : body.width;
  const { height } = body;
  if (sections.length > 0) drawSections(ui, body.part({ x: 0, y: 0, width: side, height }), sections);
  const x = sections.length > 0 ? side + GAP : 0;
  if (isListed) drawMain(ui, body.part({ x, y: 0, width: body.width - x, height }));
}
