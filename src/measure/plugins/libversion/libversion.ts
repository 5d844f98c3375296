import { text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';
import { VERSION } from '../../../core/version.ts';

/** The version of the library that samples the host: it is part of this package. */
export default definePlugin({
  name: 'libversion',
  shape: 'scalar',
  description: 'Version of the library that samples the host.',
  value: text('Version of the library that samples the host.'),
  create: () => ({ read: () => VERSION }),
});
