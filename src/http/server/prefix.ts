/** The option `url_prefix`. */

/** `/pre` for `/pre/`, `pre` or `/pre`; empty: none. Throws for characters that paths must escape. */
export function normalizePrefix(prefix: string): string {
  const names = prefix.split('/').filter((name) => name !== '');
  for (const name of names) {
    if (/^[\w.~-]+$/.test(name) && !/^\.+$/.test(name)) continue;
    throw new Error(`url_prefix: "${name}" must consist of letters, digits and - . _ ~`);
  }
  return names.map((name) => `/${name}`).join('');
}
