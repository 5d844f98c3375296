/**
 * JSON on one line with a blank after commas and colons, as the scripts around `--stdout-json` have come to know it.
 * Line ends within texts are escaped, so every one here is between tokens.
 */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/([[{])\n */g, '$1')
    .replaceAll(/\n *([\]}])/g, '$1')
    .replaceAll(/\n */g, ' ')
    // Characters that steer terminals; JSON itself escapes only those below the blank.
    .replaceAll(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
