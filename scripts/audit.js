/**
 * Asks npm's registry for advisories on the packages of the lock file. Advisories on packages that ship fail the check; those on tools
 * are listed. Without an answer it prints one line and passes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { at } from './ensure.js';

const TIMEOUT_MS = 30_000;

/**
 * @param {string} said what `npm audit --json` printed
 * @param {Set<string>} shipped names of the packages in the bills of materials
 */
export function verdictOf(said, shipped) {
  const answer = parsed(said);
  if (answer?.vulnerabilities === undefined) {
    const reason = answer?.message ?? answer?.error?.summary ?? 'no answer';
    return { isGood: true, lines: [`not checked: the registry does not answer (${reason})`] };
  }
  const found = Object.values(answer.vulnerabilities);
  const lines = found.map(({ name, severity, range, via }) => {
    const titles = via.flatMap((one) => (typeof one === 'string' ? [] : [`${one.title} (${one.url})`]));
    const place = shipped.has(name) ? 'shipped' : 'a tool';
    return `${severity}: ${name} ${range}, ${place}: ${titles.join('; ') || `by ${via.join(', ')}`}`;
  });
  if (lines.length === 0) lines.push('no advisories');
  return { isGood: found.every(({ name }) => !shipped.has(name)), lines };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shippedPackages() {
  const bills = ['dist/sbom.cdx.json', 'dist/web/sbom.cdx.json'].map((name) =>
    JSON.parse(readFileSync(at(name), 'utf8')),
  );
  return new Set(['koffi', ...bills.flatMap(({ components }) => components.map(({ name }) => name))]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const argv = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  const { stdout } = spawnSync('npm', argv, {
    cwd: at(),
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { isGood, lines } = verdictOf(stdout ?? '', shippedPackages());
  console.log(lines.join('\n'));
  process.exitCode = isGood ? 0 : 1;
}
