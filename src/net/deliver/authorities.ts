/** Certificates of authorities trusted by a section. */
import { hasCertificate } from '../../core/files/certificates.ts';
import { readSmallFile } from '../../core/files/read-small-file.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { ConfigError } from '../../core/errors.ts';

/** Largest bundle: four times one of all authorities. */
const MOST_BYTES = 1024 * 1024;

/** Reads `ca_file` of a section, in PEM form. Throws {@link ConfigError}. */
export function readAuthorities(section: string, path: string): string {
  const text = read(section, path);
  if (!hasCertificate(text))
    throw new ConfigError([`[${section}] ca_file: ${path} does not hold a certificate in PEM form.`]);
  return text;
}

function read(section: string, path: string): string {
  try {
    return readSmallFile(path, MOST_BYTES).toString('utf8');
  } catch (error) {
    throw new ConfigError([`[${section}] ca_file: ${path} cannot be read: ${reasonOf(error)}.`]);
  }
}
