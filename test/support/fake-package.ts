/** An optional package, of which a test has only the part that is called. */
import type { LoadPackage } from '../../src/net/deliver/packages.ts';

export const loading = (part: object): LoadPackage => (async () => part) as unknown as LoadPackage;
