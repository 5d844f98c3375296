/** The first line: host, uptime and time. */
import { showUptime } from '../../display/durations.ts';
import type { Region } from '../screen/region.ts';
import { BOLD, DIM, FAINT, levelStyle, type Ui } from '../state/ui.ts';
import { t } from '../../display/language.ts';
import { spoken } from '../../display/said-words.ts';

const GAP = 2;

export function drawHeader(ui: Ui, region: Region): void {
  const { source, view } = ui;
  const { hidden } = view.preferences;
  const system = source.latest('system') ?? {};
  const clock = hidden.has('now') ? '' : timeOf(ui, region.width);
  const end = clock === '' ? region.width : region.right(region.width, 0, clock, DIM) - GAP;
  let x = region.text(0, 0, String(system.hostname ?? ''), BOLD, end);
  const problem = source.problem();
  if (problem !== null) {
    region.text(x + GAP, 0, spoken(problem), levelStyle('critical'), end - x - GAP);
    return;
  }
  const uptime = source.latest('uptime');
  const facts = [
    ...(uptime === null ? [] : [`${t('up')} ${showUptime(uptime)}`]),
    String(system.linux_distro || system.os_name || ''),
    String(system.os_version ?? ''),
    ...(hidden.has('ip') ? [] : addresses(ui)),
  ].filter((fact) => fact !== '');
  // Facts are shown completely or not at all.
  for (const fact of facts) {
    if (x + GAP + fact.length > end) continue;
    x = region.text(x + GAP, 0, fact, DIM);
  }
  drawPace(ui, region, x + GAP, end);
}

function addresses({ source }: Ui): string[] {
  const ip = source.latest('ip');
  const { address, mask_cidr: bits } = ip ?? {};
  const own = address ? `${address}${typeof bits === 'number' ? `/${bits}` : ''}` : '';
  return [own, ip?.public_address ?? ''];
}

/** Least width for the configured date format. */
const WIDE = 100;

function timeOf({ source }: Ui, width: number): string {
  const now = source.latest('now');
  return (width >= WIDE ? now?.custom : undefined) ?? /\d\d:\d\d:\d\d/.exec(now?.iso ?? '')?.[0] ?? '';
}

/** Draws the refresh interval if it is unusual. */
function drawPace({ source }: Ui, region: Region, x: number, end: number): void {
  const pace = t('every {period} s', { period: source.refresh });
  if (source.refresh !== USUAL_S && x + pace.length <= end) region.text(x, 0, pace, FAINT);
}

const USUAL_S = 2;
