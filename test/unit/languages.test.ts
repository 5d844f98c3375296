/** Catalogues of the page: each has every text with its values, and no unused one. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MACHINES } from '../../src/core/machine-words.ts';
import type { Fields } from '../../src/core/fields.ts';
import { ruleForm } from '../../src/run/parts/rule-form.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { columnsOf, type DeclaredPlugin } from '../../src/show/display/declared.ts';
import { sectionTitle } from '../../src/show/display/section-titles.ts';
import { isKnown } from '../../web/sections/known.ts';
import { catalogueOf, TEXTS, TRANSLATED } from '../support/catalogues.ts';
import { scriptOf, sourceFiles } from '../support/source-files.ts';
import { templateTexts } from '../support/template-texts.ts';

const ROOT = join(import.meta.dirname, '../..');
const slotsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{([^}|]*)/g)].map(([, name = '']) => name))].sort();

const components = sourceFiles(ROOT, 'web').filter(([path]) => path.endsWith('.vue'));
const ofTemplates = new Set(components.flatMap(([, source]) => templateTexts(source)));
/** In the form of the API; the history does not matter. */
const declared = (fields: Fields): DeclaredPlugin['fields'] =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind, unit, description }]) => [
      name,
      { kind, unit, description, history: false },
    ]),
  );
/** Titles and fields of plugins that the page shows by their declarations. */
const ofPlugins = plugins
  .filter(({ name }) => !isKnown(name))
  .flatMap((plugin) => {
    const { name } = plugin;
    if (plugin.shape === 'scalar') return [sectionTitle(name)];
    const key = plugin.shape === 'list' ? plugin.key : null;
    return [
      sectionTitle(name),
      ...columnsOf({ name, key, fields: declared(plugin.fields) }).map(({ label }) => label),
    ];
  });

/** What the forms of alert kinds and targets show. */
const form = ruleForm({}, []);
const ofRules = form.kinds.flatMap(({ title, fields }) => [
  title,
  ...fields.map(({ description }) => description),
]);
const ofTargets = [...form.types, ...form.types.flatMap(({ fields }) => fields), ...form.shared].map(
  ({ description }) => description,
);

/** Shown by the header. */
const ofMachines = Object.values(MACHINES).flatMap(({ name, meaning }) => [name, meaning]);

describe.each(TRANSLATED)('the catalogue %s', (language) => {
  const catalogue = catalogueOf(language);

  it('has the same texts as the others, in order', () => {
    expect(Object.keys(catalogue)).toEqual(TEXTS);
  });

  it('has the values of each text, and says something', () => {
    const wrong = Object.entries(catalogue).filter(
      ([text, local]) => slotsOf(text).join() !== slotsOf(local).join() || local.trim() === '',
    );
    expect(wrong).toEqual([]);
  });

  it('has singular and plural of numbers that English has them for, or one form', () => {
    const wrong = Object.entries(catalogue).filter(([text, local]) =>
      [...local.matchAll(/\{(\w+)\|([^{}]*)\}/g)].some(
        ([, name, forms = '']) => forms.split('|').length !== 2 || !text.includes(`{${name}|`),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

it('have all texts of templates, alert kinds, targets, and plugins that are shown by their declarations', () => {
  const needed = [...ofTemplates, ...ofRules, ...ofPlugins, ...ofMachines, ...ofTargets];
  expect(needed.filter((text) => !TEXTS.includes(text))).toEqual([]);
});

/** A comment, or a text in quotes; a parser takes seconds for all modules. */
const QUOTED =
  /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*|(?<quote>['"`])(?<text>(?:(?!\k<quote>)[^\\]|\\[^])*)\k<quote>/gm;

/** Texts in templates are texts, too. */
const literalsIn = (code: string): string[] =>
  [...code.matchAll(QUOTED)].flatMap(({ groups: { quote, text } = {} }) =>
    text === undefined ? [] : [text.replaceAll(/\\(.)/g, '$1'), ...(quote === '`' ? literalsIn(text) : [])],
  );

it('have no text that is not used', () => {
  const literals = new Set<string>();
  for (const [path, source] of sourceFiles(ROOT, 'web', 'src'))
    for (const text of literalsIn(scriptOf(path, source))) literals.add(text);
  // Expressions of templates, which hold texts as scripts do.
  for (const [, source] of components)
    for (const [, text = ''] of source.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)) literals.add(text);
  const used = new Set([...literals, ...ofTemplates, ...ofRules, ...ofPlugins, ...ofMachines, ...ofTargets]);
  expect(TEXTS.filter((text) => !used.has(text))).toEqual([]);
});
