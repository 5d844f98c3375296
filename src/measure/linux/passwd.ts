import { decode } from './bytes.ts';

const ID = /^\d+$/;

/** Names by number from /etc/passwd or /etc/group (passwd(5), group(5)); the first of several names of an id counts, as for the system. */
export function parsePasswd(bytes: Uint8Array): Map<number, string> {
  const names = new Map<number, string>();
  for (const line of decode(bytes).split('\n')) {
    const [name = '', , uid = ''] = line.split(':', 3);
    // `+` and `-`: directory service entries; `#`: a comment.
    if (name === '' || /^[+#-]/.test(name) || !ID.test(uid)) continue;
    if (!names.has(Number(uid))) names.set(Number(uid), name);
  }
  return names;
}
