/** Screens in front of the others: help, the list of alerts, explanations. */
import { ACTIONS } from '../../display/actions.ts';
import type { Region } from '../screen/region.ts';
import { levelStyle, TEXT, TITLE, type Ui } from '../state/ui.ts';
import { alertTexts } from './alerts.ts';
import { drawHelp, drawMore } from './help.ts';
import { drawWhy } from './why.ts';
import { t } from '../../display/language.ts';

export function drawOverlay(ui: Ui, region: Region): void {
  if (ui.view.overlay === 'none') return;
  ui.targets = [];
  region.clear();
  if (ui.view.overlay === 'help') drawHelp(ui, region, ACTIONS);
  else if (ui.view.overlay === 'why') drawWhy(ui, region);
  else drawAlertList(ui, region);
}

function drawAlertList(ui: Ui, region: Region): void {
  region.text(0, 0, t('Alerts'), TITLE);
  const lines = alertTexts(ui);
  const { view } = ui;
  view.overlayTop = Math.max(0, Math.min(view.overlayTop, lines.length - region.height + 2));
  const end = view.overlayTop + region.height - 2;
  lines
    .slice(view.overlayTop, end)
    .forEach(({ level, text }, index) => region.text(0, index + 2, text, levelStyle(level, TEXT)));
  if (end < lines.length) drawMore(region, ui.glyphs);
}
