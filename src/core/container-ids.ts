const DIGITS = 64;
const SHORT = 12;

/** Cuts identifiers of containers in a text to 12 digits, as engines do. */
export const shortContainerIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]+/g, (run) => (run.length === DIGITS ? run.slice(0, SHORT) : run));
