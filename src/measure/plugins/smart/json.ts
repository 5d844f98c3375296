/** Reads members of foreign JSON, which may be missing or of another type. */

export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : []);

export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Null: not a JSON object. */
export function parseObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}
