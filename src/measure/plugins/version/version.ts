import { text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { VERSION } from '../../../core/version.ts';

/** The version of the service: the package version. */
export default definePlugin({
  name: 'version',
  shape: 'scalar',
  description: 'Version of the service.',
  value: text('Version of the service.'),
  create: () => ({ read: () => VERSION }),
});
