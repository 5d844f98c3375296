/** Files of the repository in packages: `files` of package.json is their only list. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths in a package of npm, relative to the repository; npm applies the patterns. */
export function packedFiles(root) {
  const argv = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const [{ files }] = JSON.parse(execFileSync('npm', argv, { cwd: root, encoding: 'utf8' }));
  return files.map(({ path }) => path);
}

/**
 * Throws when a package would hold a file that is not in git, such as a draft or a password. Without git, or in sources without their
 * history, only files that package.json names are packed.
 */
export function refuseUntracked(root) {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sources = files.filter((pattern) => !/^!?dist\b/.test(pattern));
  const { stdout, status } = spawnSync('git', ['-C', root, 'ls-files', '--others', '--', ...sources], {
    encoding: 'utf8',
  });
  const untracked = status === 0 ? stdout.trim().split('\n').filter(Boolean) : [];
  if (untracked.length > 0)
    throw new Error(
      `${untracked.join(', ')}: not in git, so not packed. Add ${untracked.length > 1 ? 'them' : 'it'} with \`git add\`, or move ${untracked.length > 1 ? 'them' : 'it'} out of this clone.`,
    );
}
