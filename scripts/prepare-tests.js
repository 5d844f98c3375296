/** The live tests run the built agent. */
import { ensureBuilt } from './ensure.js';

export function setup() {
  ensureBuilt();
}
