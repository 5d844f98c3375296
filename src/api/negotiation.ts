/** What request headers ask for: an encoding, or nothing because the client already has it. RFC 9110. */

/** Whether gzip is acceptable: listed, or covered by `*`, with a weight above zero. Section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false;
  const weights = new Map(header.split(',').map(parseCoding));
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

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
