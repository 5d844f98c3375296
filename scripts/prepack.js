/** Before `npm pack`: builds, so that the package is complete in a fresh clone, too. */
import { ensureBuilt, ensureInstalled } from './ensure.js';

ensureInstalled();
ensureBuilt();
