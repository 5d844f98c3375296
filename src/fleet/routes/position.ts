/** Position of a reader in the sequence of changes: `<run>.<number of its last change>`. */

export const positionOf = (run: string, serial: number): string => `${run}.${serial}`;

/** The number; null: of another run, or invalid. */
export function parseServersPosition(text: string | undefined, run: string, latest: number): number | null {
  const [, of = '', digits = ''] = /^([\w-]+)\.(\d{1,15})$/.exec(text ?? '') ?? [];
  if (of !== run || digits === '') return null;
  return Number(digits) <= latest ? Number(digits) : null;
}
