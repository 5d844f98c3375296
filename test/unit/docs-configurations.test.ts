/** The documentation's configurations, loaded verbatim. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSettings } from '../../src/run/config/load.ts';
import { EXPORTERS } from '../../src/export/exporters/index.ts';
import { plugins } from '../../src/measure/plugins/index.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['docs', 'docs/exporters'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);
/** Units of systemd have the same syntax. */
const isUnit = (text: string): boolean => /^\[Service\]/m.test(text);
/** Secrets to be filled in; Telegram's have a form. */
const filled = (text: string): string => text.replaceAll(/^token=.*…$/gm, 'token=123456:ABC-def');
const examples = ['README.md', ...pages].flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/```ini\n([^]*?)```/g)].map(
    ([, text = ''], index) => [`${page}, ${index + 1}`, text] as const,
  ),
);

it('there are some', () => {
  expect(examples.length).toBeGreaterThan(20);
});

it('every exporter has a page that sets what it needs, and a link to it', () => {
  const overview = readFileSync(join(root, 'docs/exporting.md'), 'utf8');
  for (const { name, required = [] } of EXPORTERS) {
    const page = readFileSync(join(root, `docs/exporters/${name}.md`), 'utf8');
    const [, configuration = ''] = /```ini\n([^]*?)```/.exec(page) ?? [];
    expect(overview).toContain(`](exporters/${name}.md)`);
    expect(required.filter((key) => !new RegExp(`^${key}(?:_file)? = `, 'm').test(configuration))).toEqual(
      [],
    );
  }
});

it.each(examples.filter(([, text]) => !isUnit(text)))('%s', async (_, text) => {
  const { warnings } = await loadSettings({
    registry: plugins,
    file: { path: 'page.conf', borrowed: false },
    files: { read: () => new TextEncoder().encode(filled(text)) },
  });
  expect(warnings).toEqual([]);
});
