/** Content negotiation: encodings, and conditional requests of clients that already have the body. RFC 9110. */

/** True if gzip is acceptable: listed, or covered by `*`, with a weight above zero. RFC 9110, section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const weights = weightsIn(header);
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** True if deflate is listed, with a weight above zero. */
export const acceptsDeflate = (header: string | undefined): boolean =>
  header !== undefined && (weightsIn(header).get('deflate') ?? 0) > 0;

const weightsIn = (header: string): Map<string, number> => new Map(header.split(',').map(parseCoding));

function parseCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/** True if an `If-None-Match` contains one of the tags, weak or strong, or is `*`. RFC 9110, section 13.1.2. */
export function matchesTag(header: string | undefined, tags: readonly string[]): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tags.includes(tag.startsWith('W/') ? tag.slice(2) : tag);
  });
}

/**
 * Returns the preferred media type: the first of highest weight, or the first if none is acceptable. Parameters except the
 * version are ignored. RFC 9110, section 12.5.1.
 */
export function preferredType<T extends string>(
  header: string | undefined,
  types: readonly (readonly [name: T, type: string, version: string])[],
): T | undefined {
  const ranges = (header ?? '*/*').split(',').map(parseRange);
  const ranked = types.map(([name, type, version]) => ({ name, weight: weightOf(ranges, type, version) }));
  const best = Math.max(...ranked.map(({ weight }) => weight));
  return ranked.find(({ weight }) => weight === best)?.name;
}

interface Range {
  type: string;
  version: string | null;
  weight: number;
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const valueOf = (name: string) =>
    parameters.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const weight = Number(valueOf('q') ?? 1);
  return { type, version: valueOf('version') ?? null, weight: Number.isFinite(weight) ? weight : 0 };
}

/** Returns the weight of the most specific range that covers the type. */
function weightOf(ranges: readonly Range[], type: string, version: string): number {
  const exact = ranges.filter((range) => range.type === type && (range.version ?? version) === version);
  const family = ranges.filter((range) => range.type === `${type.split('/')[0]}/*`);
  const any = ranges.filter((range) => range.type === '*/*');
  const [best] = [exact, family, any].find((found) => found.length > 0) ?? [];
  return best?.weight ?? 0;
}
