import { flagOption, integerOption, withoutEffect } from '../../../core/options.ts';

const INSTEAD =
  'The page and the terminal show every row; the views of the API tell other clients what to hide.';

/** @param values the word for what is marked */
export const hideZeroOptions = (values: 'rates' | 'bytes') => ({
  hide_zero: withoutEffect(
    flagOption(false, `Mark ${values} as hidden until they were above zero once.`),
    INSTEAD,
  ),
  hide_threshold_bytes: withoutEffect(
    integerOption(0, 'Rate in bytes per second from which hide_zero counts a value.'),
    INSTEAD,
  ),
});
