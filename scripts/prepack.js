/** Before `npm pack`: the package holds what was built, in a fresh clone too. */
import { ensureBuilt, ensureInstalled } from './ensure.js';

ensureInstalled();
ensureBuilt();
