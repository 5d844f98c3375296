/** Decision records: number, date, status, and references that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/decisions');
const STATUS = /^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \[\d+\]\(\d{4}-[a-z0-9-]+\.md\))/;

describe.each(readdirSync(FOLDER))('%s', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');

  it('has its number, a date and a status', () => {
    const [title = '', , status = ''] = text.split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
    expect(status).toMatch(STATUS);
  });

  it('names files that exist, and no document outside the repository', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) =>
      join(FOLDER, path),
    );
    const paths = [...text.matchAll(/`((?:src|test|bin|scripts|web|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => join(ROOT, path),
    );
    expect([...links, ...paths].filter((path) => !existsSync(path))).toEqual([]);
    expect(text).not.toMatch(/\bDESIGN\b|\bspec\/|(?<!exporters\/)shared\//);
  });
});
