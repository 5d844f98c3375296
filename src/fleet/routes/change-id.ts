/** Position of a reader in the sequence of changes: `<run>.<number of its last change>`. */

export const changeIdOf = (run: string, serial: number): string => `${run}.${serial}`;

/** Parses the number; null: of another run, or invalid. */
export function parseChangeId(text: string | undefined, run: string, latest: number): number | null {
  const [, of = '', digits = ''] = /^([\w-]+)\.(\d{1,15})$/.exec(text ?? '') ?? [];
  if (of !== run || digits === '') return null;
  return Number(digits) <= latest ? Number(digits) : null;
}
