/** Details of one process: its row and extended statistics. */
import type { ServedMember } from '../../../core/served.ts';
import { ioniceWord, ranges, stateWord } from '../../display/process-words.ts';
import type { Process } from '../../display/snapshots.ts';
import type { Region } from '../screen/region.ts';
import { styleOf } from '../screen/style.ts';
import { FAINT, levelStyle, TEXT, TITLE, type Ui } from '../state/ui.ts';
import { levelsOf } from '../table/process-columns.ts';
import { drawSparkline } from './sparkline.ts';
import { type Phrase, t } from '../../display/language.ts';
import { widthOfText } from '../screen/characters.ts';

/** Lines that it takes. */
export const DETAIL_LINES = 6;
/** Width of the graph including its gap, and least width of the region for it. */
const GRAPH = 26;
const GAP = 2;
const GRAPH_FROM = 66;
const SERIES = styleOf('series');

type Fact = readonly [name: Phrase, value: string | null];

/** Extended statistics of the selected process. */
interface Extended {
  cpu_affinity?: number[] | null;
  ionice?: { ioclass: number; value: number } | null;
  num_ctx_switches?: { voluntary: number; involuntary: number } | null;
  num_fds?: number | null;
  memory_swap?: number | null;
  tcp?: number | null;
  udp?: number | null;
  cpu_min?: number;
  cpu_max?: number;
  cpu_mean?: number;
  memory_min?: number;
  memory_max?: number;
  memory_mean?: number;
}

export function drawDetails(ui: Ui, region: Region): void {
  const { view, source } = ui;
  const rows = source.latest('processlist') ?? [];
  const process = rows.find(({ pid }) => pid === view.extended);
  for (let x = 0; x < region.width; x += 1) region.put(x, 0, ui.glyphs.line.charCodeAt(0), FAINT);
  if (process === undefined) {
    region.text(0, 1, t('{pid} has ended.', { pid: view.extended }), FAINT);
    return;
  }
  const x = region.text(0, 1, `${process.pid} ${process.name}`, TITLE) + 2;
  region.text(x, 1, (process.cmdline ?? []).join(' '), FAINT);
  const graph = region.width >= GRAPH_FROM && view.preferences.sparklines ? GRAPH : 0;
  const [y, height] = [2, region.height - 2];
  drawFacts(region.part({ x: 0, y, width: region.width - graph, height }), factsOf(ui, process));
  const values = ui.trail.of(rows, process);
  if (graph > 0)
    drawGraph(
      ui,
      region.part({ x: region.width - graph + GAP, y, width: graph - GAP, height }),
      process,
      values,
    );
}

/** CPU since the process was selected, scaled to the maximum or one core. */
function drawGraph(ui: Ui, region: Region, process: Process, values: readonly number[]): void {
  const style = levelStyle(levelsOf(ui).cpu(process.cpu_percent), SERIES);
  const max = values.reduce((most, value) => (value > most ? value : most), 100);
  region.text(0, 0, 'CPU', FAINT);
  region.right(region.width, 0, t('to {value}', { value: ui.text(max, 'percent') }), FAINT);
  const plot = region.part({ x: 0, y: 1, width: region.width, height: region.height - 1 });
  drawSparkline(plot, values, { max, glyphs: ui.glyphs, style });
}

function factsOf(ui: Ui, process: Process & Extended): Fact[] {
  const percent = (value: ServedMember): string => ui.text(value, 'percent');
  const bytes = (value: ServedMember): string => ui.text(value, 'bytes');
  const { memory_info: memory, num_ctx_switches: switches } = process;
  const count = (value: number | null | undefined): string | null =>
    typeof value === 'number' ? String(value) : null;
  return [
    ['state', stateWord(process.status)],
    ['CPU min avg max', trio([process.cpu_min, process.cpu_mean, process.cpu_max], percent)],
    ['memory min avg max', trio([process.memory_min, process.memory_mean, process.memory_max], percent)],
    ['resident', bytes(memory?.rss)],
    ['virtual', bytes(memory?.vms)],
    ['shared', bytes(memory?.shared)],
    ['swapped', process.memory_swap === undefined ? null : bytes(process.memory_swap)],
    ['threads', count(process.num_threads)],
    ['descriptors', count(process.num_fds)],
    [
      'sockets',
      process.tcp === undefined
        ? null
        : t('{tcp} TCP, {udp} UDP', { tcp: process.tcp ?? '?', udp: process.udp ?? '?' }),
    ],
    [
      'switches',
      switches
        ? t('{voluntary} + {involuntary} forced', {
            voluntary: switches.voluntary,
            involuntary: switches.involuntary,
          })
        : null,
    ],
    ['cores', ranges(process.cpu_affinity)],
    ['I/O class', ioniceWord(process.ionice)],
  ];
}

function trio(
  values: readonly (number | undefined)[],
  write: (value: ServedMember) => string,
): string | null {
  return values.some((value) => value === undefined) ? null : values.map(write).join('  ');
}

/** Side by side as long as they fit. */
function drawFacts(region: Region, facts: readonly Fact[]): void {
  let [x, y] = [0, 0];
  for (const [phrase, value] of facts) {
    if (value === null) continue;
    const name = t(phrase);
    if (x > 0 && x + widthOfText(name) + widthOfText(value) + 1 > region.width) [x, y] = [0, y + 1];
    x = region.text(x, y, name, FAINT) + 1;
    x = region.text(x, y, value, TEXT) + 3;
  }
}
