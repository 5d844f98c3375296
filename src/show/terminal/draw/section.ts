/** A section of the left column: a heading, and rows of a name with values. */
import { type Level, rankOf } from '../../display/levels.ts';
import type { FormattedValue } from '../../display/digits.ts';
import { sectionTitle } from '../../display/section-titles.ts';
import type { Region } from '../screen/region.ts';
import { FAINT, levelStyle, TEXT, TITLE, type Ui, valueRight } from '../state/ui.ts';
import { onPress } from '../state/surface.ts';
import { openChart } from '../state/charts.ts';
import { widthOfText } from '../screen/characters.ts';

export interface SectionValue {
  readonly shown: FormattedValue;
  readonly level: Level | null;
}

export interface SectionRow {
  readonly name: string;
  readonly level: Level | null;
  /** After the name, as far as they fit: each in full or, where there is less room, in its shorter form. */
  readonly notes?: readonly (readonly string[])[];
  readonly values: readonly SectionValue[];
  /** Series shown by a click. */
  readonly series?: string;
}

export interface Section {
  readonly plugin: string;
  /** Above the values. */
  readonly headings: readonly string[];
  readonly rows: readonly SectionRow[];
  /** Gets remaining room only, unless it has a problem. */
  readonly isMinor?: true;
}

interface PlacedSection {
  readonly section: Section;
  /** Number of rows that fit. */
  readonly shown: number;
}

/** Cells of a value with its whole unit, and of one without. */
const VALUE = 11;
const SHORT_VALUE = 7;
/** Least width for complete units. */
const WIDE = 38;
/** Rows that sections get first that everybody looks for or that have a problem, in a column that is taller than this. */
const FIRST_ROWS = 4;
const TALL = 20;

/** Distributes lines among sections: those with alerts first, then the main ones, then all in turn; minor ones get the rest. */
export function placeSections(sections: readonly Section[], height: number): PlacedSection[] {
  const rows = new Map<Section, number>();
  const isMinor = (section: Section): boolean => section.isMinor === true && worstRank(section) <= CAREFUL;
  const left = share(
    rows,
    sections.filter((section) => !isMinor(section)),
    { height, left: height },
  );
  share(rows, sections.filter(isMinor), { height, left });
  return sections
    .toSorted((a, b) => alertRank(b) - alertRank(a))
    .flatMap((section) => {
      const shown = rows.get(section);
      return shown === undefined ? [] : [{ section, shown }];
    });
}

/** Assigns rows to sections; returns the remaining lines. */
function share(
  rows: Map<Section, number>,
  sections: readonly Section[],
  { height, left: before }: { height: number; left: number },
): number {
  let left = before;
  for (const section of byNeed(sections)) {
    const gap = rows.size === 0 ? 0 : 1;
    const room = left - 1 - gap;
    if (room < 1) continue;
    const first = Math.min(needOf(section) > 0 && height > TALL ? FIRST_ROWS : 1, section.rows.length, room);
    rows.set(section, first);
    left -= first + 1 + gap;
  }
  for (let grown = true; grown && left > 0;) {
    grown = false;
    for (const section of sections) {
      const shown = rows.get(section);
      if (left === 0 || shown === undefined || shown >= section.rows.length) continue;
      rows.set(section, shown + 1);
      left -= 1;
      grown = true;
    }
  }
  return left;
}

const worstRank = ({ rows }: Section): number =>
  rows.reduce((worst, { level }) => Math.max(worst, rankOf(level)), 0);

/** Sections with a problem, then the most important ones. */
const ESSENTIAL: ReadonlySet<string> = new Set(['network', 'diskio', 'fs']);
const CAREFUL = rankOf('careful');

/** Of a section with an alert; careful is none. */
const alertRank = (section: Section): number => {
  const rank = worstRank(section);
  return rank > CAREFUL ? rank : 0;
};

const needOf = (section: Section): number => 2 * alertRank(section) + (ESSENTIAL.has(section.plugin) ? 1 : 0);

const byNeed = (sections: readonly Section[]): Section[] =>
  sections.toSorted((a, b) => needOf(b) - needOf(a));

export function drawSections(ui: Ui, region: Region, sections: readonly Section[]): void {
  let y = 0;
  for (const { section, shown } of placeSections(sections, region.height)) {
    drawSection(ui, region.part({ x: 0, y, width: region.width, height: shown + 1 }), section, shown);
    y += shown + 2;
  }
}

function drawSection(ui: Ui, region: Region, section: Section, shown: number): void {
  const { headings, plugin, rows } = section;
  const cells = valueCells(region);
  const x = region.text(0, 0, sectionTitle(plugin), TITLE);
  let end = region.width;
  for (const heading of headings.toReversed()) {
    // Omits the heading rather than truncating the title.
    if (end - widthOfText(heading) > x) region.right(end, 0, heading, FAINT, cells - 1);
    end -= heading === '' ? 0 : cells;
  }
  // A count if not all fit.
  if (shown < rows.length) region.text(x + 1, 0, `${shown}/${rows.length}`, FAINT, end - x - 1);
  rows.slice(0, shown).forEach((row, index) => drawRow(ui, region.row(index + 1), section, row));
}

const valueCells = ({ width }: Region): number => (width < WIDE ? SHORT_VALUE : VALUE);

/** `44.3K` for `44.3 KiB/s`: the heading tells what it is. */
const shortened = ({ digits, unit }: FormattedValue): FormattedValue => ({
  digits: digits + unit.replace(/i?[Bb](?:\/s)?$|\/s$/, ''),
  unit: '',
});

function drawRow(ui: Ui, line: Region, { plugin }: Section, row: SectionRow): void {
  let end = line.width;
  const cells = valueCells(line);
  for (const { shown, level } of row.values.toReversed()) {
    const start = valueRight(line, end, 0, cells === VALUE ? shown : shortened(shown), levelStyle(level));
    // A word may be longer than a number.
    end = Math.min(end - cells, start - 1);
  }
  const mark =
    row.level === null ? 0 : line.text(0, 0, ui.glyphs.marks[row.level], levelStyle(row.level)) + 1;
  const room = end - mark - 1;
  let x = line.text(mark, 0, row.name, levelStyle(row.level, TEXT), room);
  for (const forms of row.notes ?? []) {
    const note = forms.find((form) => x + 1 + widthOfText(form) <= mark + room);
    if (note !== undefined) x = line.text(x + 1, 0, note, FAINT);
  }
  const { series } = row;
  if (series !== undefined) onPress(ui, line, () => openChart(ui, plugin, series));
}
