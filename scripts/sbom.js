/** Software bill of materials of a build: CycloneDX 1.6 JSON from the lock file, without times for reproducible builds. */
import { readFileSync, realpathSync } from 'node:fs';
import { at } from './ensure.js';
import { foldersOf } from './licenses.js';

const readJson = (...path) => JSON.parse(readFileSync(at(...path), 'utf8'));

/** @param {string} path of a package in the lock file, such as `node_modules/vue` */
function componentOf(path, { name: alias, version, license, integrity }) {
  const name = alias ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm = '', digest = ''] = integrity?.split('-') ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  };
}

/**
 * The packages of the lock file that files belong to.
 * @param {string[]} files absolute paths of everything that went into a build
 */
export function componentsOf(files) {
  const { packages } = readJson('package-lock.json');
  // Bundlers follow links, and node_modules may be one.
  const real = realpathSync(at('node_modules'));
  return foldersOf(files).map((folder) => {
    const modules = folder.startsWith(real) ? real : at('node_modules');
    const path = `node_modules${folder.slice(modules.length)}`;
    const locked = packages[path];
    if (locked === undefined) throw new Error(`${path} is not in package-lock.json`);
    return componentOf(path, locked);
  });
}

/** @param {object[]} components of all parts; the same package counts once */
export function sbomOf(components) {
  const { name, version, license } = readJson('package.json');
  const byReference = new Map(components.map((component) => [component['bom-ref'], component]));
  const references = [...byReference.keys()].sort();
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:generic/${name}@${version}`,
        name,
        version,
        licenses: [{ expression: license }],
      },
    },
    components: references.map((reference) => byReference.get(reference)),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
