/** What request headers ask for: an encoding, or nothing because the client already has it. RFC 9110. */

/** Whether gzip is acceptable: listed, or covered by `*`, with a weight above zero. Section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const weights = weightsIn(header);
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Whether deflate is listed, with a weight above zero. */
export const acceptsDeflate = (header: string | undefined): boolean =>
  header !== undefined && (weightsIn(header).get('deflate') ?? 0) > 0;

const weightsIn = (header: string): Map<string, number> => new Map(header.split(',').map(parseCoding));

function parseCoding(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}

/** Whether an `If-None-Match` names one of the tags, weak or strong, or is `*`. Section 13.1.2. */
export function matchesTag(header: string | undefined, tags: readonly string[]): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tags.includes(tag.startsWith('W/') ? tag.slice(2) : tag);
  });
}
