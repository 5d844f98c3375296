import { flagOption, integerOption, withoutEffect } from '../../../core/options.ts';

const INSTEAD =
  'The page and the terminal show every row; the views of the API tell other clients what to hide.';

/** @param values the word for what is marked */
export const hideZeroOptions = (values: 'rates' | 'bytes') => ({
  hide_zero: withoutEffect(
    flagOption(false, `Mark ${values} as hidden until they are above zero for the first time.`),
    INSTEAD,
  ),
  hide_threshold_bytes: withoutEffect(
    integerOption(0, 'Lowest rate in bytes per second that hide_zero counts as above zero.'),
    INSTEAD,
  ),
});
