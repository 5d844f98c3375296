/** Reads text format 0.0.4. */

export interface ExpositionFamily {
  type: string;
  /** By label text, labels sorted by name. */
  samples: Map<string, number>;
}

export interface Exposition {
  families: Map<string, ExpositionFamily>;
  /** Of a family's sample without labels. */
  value(name: string): number | undefined;
}

export function parseExposition(text: string): Exposition {
  const families = new Map<string, ExpositionFamily>();
  for (const line of text.split('\n')) {
    const [, name = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name !== '') families.set(name, { type, samples: new Map() });
    const [, sample = '', labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (value !== undefined) families.get(sample)?.samples.set(sorted(labels), Number(value));
  }
  return { families, value: (name) => families.get(name)?.samples.get('') };
}

const sorted = (labels: string): string =>
  [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    .map(([pair]) => pair)
    .sort()
    .join(',');
