/** Licences of bundled libraries: most require their text in every copy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
/** The folder of the package that a file belongs to. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

const textOf = (path) => readFileSync(path, 'utf8').replaceAll('\r', '').trim();

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const texts = files.map((file) => textOf(join(folder, file)));
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** The folders of the packages that files belong to, sorted. */
export const foldersOf = (files) =>
  [...new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []))].sort();

/**
 * @param {string[]} files absolute paths of everything that went into a build
 * @param {{title: string, files: string[]}[]} more licenses of code that is in a package of others
 */
export function licensesOf(files, more = []) {
  const others = more.map(({ title, files: texts }) => [title, ...texts.map(textOf)].join('\n\n'));
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[...foldersOf(files).map(licenseOf), ...others].join(rule)}\n`;
}
