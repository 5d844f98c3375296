/** The option `url_prefix`. */

/** `/pre` of `/pre/`, `pre` or `/pre`; empty for none. Throws for what cannot stand in a path as it is. */
export function normalizePrefix(prefix: string): string {
  const names = prefix.split('/').filter((name) => name !== '');
  for (const name of names) {
    if (/^[\w.~-]+$/.test(name) && !/^\.+$/.test(name)) continue;
    throw new Error(`url_prefix: "${name}" must consist of letters, digits and - . _ ~`);
  }
  return names.map((name) => `/${name}`).join('');
}
