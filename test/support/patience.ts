/**
 * Setup of every test file: the default limit of `vi.waitFor`, for which Vitest has no setting. Its own default of one second is too
 * short for a machine whose cores are taken.
 */
import { vi } from 'vitest';

const { waitFor } = vi;
const LIMIT_MS = 60_000;

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: LIMIT_MS, ...options });
