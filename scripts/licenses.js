/** The licenses of libraries whose code is in a build: most of them ask for their text to go with every copy. */
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

/**
 * @param {string[]} files absolute paths of everything that went into a build
 * @param {{title: string, file: string}[]} more licenses of code that is in a package of others
 */
export function licensesOf(files, more = []) {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const others = more.map(({ title, file }) => `${title}\n\n${textOf(file)}`);
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `${[...[...folders].sort().map(licenseOf), ...others].join(rule)}\n`;
}
