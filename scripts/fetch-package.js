/** Packages of npm's registry that a build packs without installing them. npm's own cache keeps them between builds. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NPM_PACK = ['pack', '--silent', '--prefer-offline', '--pack-destination'];

/**
 * Downloads a package and unpacks it.
 * @param {{name: string, version: string, integrity: string}} wanted integrity as lock files have it
 * @param {string} parent folder that gets new folders
 * @returns {string} the folder with its files
 */
export function fetchPackage({ name, version, integrity }, parent) {
  const folder = mkdtempSync(join(parent, 'package-'));
  const spec = `${name}@${version}`;
  try {
    execFileSync('npm', [...NPM_PACK, folder, spec], { stdio: ['ignore', 'ignore', 'inherit'] });
  } catch {
    throw new Error(`npm cannot fetch ${spec}. Build where the registry answers once: npm's cache keeps it.`);
  }
  const [archive] = readdirSync(folder);
  return unpackPackage(join(folder, archive), integrity, join(folder, 'package'));
}

/** Unpacks an archive of npm into a new folder and returns its path. Throws if the archive does not match the digest. */
export function unpackPackage(archive, integrity, folder) {
  const digest = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (digest !== integrity)
    throw new Error(`${archive} has the digest ${digest}, expected ${integrity}. Do not use it.`);
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  return folder;
}
