import { text } from '../../../core/fields.ts';
import { definePlugin } from '../../../core/plugin.ts';

/** Always null: key bindings belong to user interfaces. Listed because clients expect the name. */
export default definePlugin({
  name: 'help',
  shape: 'scalar',
  description: 'Reserved; always null.',
  value: text('Reserved.', { nullWhen: 'it is reserved' }),
  create: () => ({ read: () => null }),
});
