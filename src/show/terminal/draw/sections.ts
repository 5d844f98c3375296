/** The sections of the left column, in their order. */
import { SECTION_LISTS } from '../../display/section-lists.ts';
import type { SectionLine, SectionList, SectionNote, SectionSource } from '../../display/section-list.ts';
import { declaredSection } from './sections-declared.ts';
import type { Section, SectionRow } from './section.ts';
import { hasOwnSection, isEmpty, isSection, OWN_SECTIONS } from '../state/section-names.ts';
import type { Ui } from '../state/ui.ts';
import { seriesName } from '../../../core/series-name.ts';
import { t } from '../../display/language.ts';
import { terminalText } from '../state/surface.ts';
import { memberText } from '../../display/declared.ts';

/** More do not fit beside a name. */
const MOST_VALUES = 2;
/** Only these are of interest in long lists, and those with a problem. */
const MOST_ROWS: Readonly<Record<string, number>> = { irq: 5, units: 5 };

/** Sections that are not hidden and have something to show. */
export function sectionsOf(ui: Ui): Section[] {
  const source = sourceOf(ui);
  const shared = OWN_SECTIONS.map((plugin) => ({
    plugin,
    make: (): Section => sectionOf(ui, plugin, SECTION_LISTS[plugin](source)),
  }));
  const others = ui.source.declared
    .filter(({ name }) => isSection(name) && !hasOwnSection(name))
    .map((plugin) => ({
      plugin: plugin.name,
      make: (): Section => ({ ...declaredSection(ui, plugin), isMinor: true }),
    }));
  return [...shared, ...others].flatMap(({ plugin, make }) => {
    if (ui.view.preferences.hidden.has(plugin) || isEmpty(ui.source.latest(plugin))) return [];
    const made = make();
    return made.rows.length === 0 ? [] : [made];
  });
}

const sourceOf = ({ view, source, level, isStale, text }: Ui): SectionSource => ({
  preferences: view.preferences,
  latest: (plugin) => source.latest(plugin),
  level,
  isStale,
  text,
  forecasts: () => source.forecasts(),
  now: () => source.now(),
});

function sectionOf(ui: Ui, plugin: string, { columns, lines }: SectionList): Section {
  const most = MOST_ROWS[plugin] ?? Infinity;
  return {
    plugin,
    headings: columns
      .slice(0, MOST_VALUES)
      .map(({ heading, short = heading }) => (short === '' ? '' : t(short))),
    rows: lines
      .filter(({ isOff, level }, at) => isOff !== true && (at < most || level !== null))
      .map((line) => rowOf(ui, line, plugin)),
  };
}

function rowOf(ui: Ui, { id, name, level, notes = [], cells }: SectionLine, plugin: string): SectionRow {
  const charted = cells.find(({ kind, value }) => kind !== undefined && typeof value === 'number');
  return {
    name,
    level,
    notes: notes.map((note) => noteOf(ui, note)),
    values: cells.slice(0, MOST_VALUES).map(({ value, kind, level: own }) => ({
      shown: kind === undefined ? { digits: memberText(value), unit: '' } : ui.show(value, kind),
      level: own,
    })),
    ...(charted?.field !== undefined && {
      series: seriesName({ item: plugin === 'connections' ? null : id, field: charted.field }),
    }),
  };
}

/** As it is written in full, and where there is little room. */
const noteOf = ({ glyphs, text }: Ui, { text: words, short, cell }: SectionNote): readonly string[] =>
  cell?.kind !== undefined
    ? [`${words} ${text(cell.value, cell.kind)}`]
    : [words, ...(short === undefined ? [] : [short])].map((one) => terminalText(one, glyphs));
