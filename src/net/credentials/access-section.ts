/** `[access]`. */
import { flagOption } from '../../core/options.ts';
import { defineSection } from '../../core/section.ts';

export const ACCESS_SECTION = defineSection('access', 'Who may do what, where a password is set.', {
  viewer_arguments: flagOption(
    false,
    'Show viewers the arguments of processes and containers, which may hold secrets.',
  ),
});
