/** Before `npm pack`: builds, so that the package is complete in a fresh clone, too. */
import { at, ensureBuilt, ensureInstalled } from './ensure.js';
import { refuseUntracked } from './packed-files.js';

try {
  refuseUntracked(at());
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
ensureInstalled();
ensureBuilt();
