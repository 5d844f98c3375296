/** The routes of all features, over services that a test gives. */
import { type Given, servicesOf } from '../../src/core/parts/service.ts';
import { FEATURES } from '../../src/run/features/index.ts';
import type { ApiSetup } from '../../src/run/api/api.ts';

export const featuresWith = (...given: readonly Given[]): Pick<ApiSetup, 'parts' | 'services'> => ({
  parts: FEATURES,
  services: servicesOf(new Map(given)),
});
