/** Logins at a provider: the way there, and why the last one failed. */
import { t } from '../../src/show/display/language.ts';

/** Leads back to this view. @param hub as in the page's settings */
export const providerAddress = (hub = '', { pathname, search, hash } = location): string =>
  `${hub}api/oidc/login?return=${encodeURIComponent(pathname + search + hash)}`;

/** Returns the reason that the agent names in the address in one word, as a sentence, once; null if there is none. */
export function takeProblem(provider: string | null): string | null {
  const address = new URL(location.href);
  const reason = address.searchParams.get('login');
  if (reason === null) return null;
  address.searchParams.delete('login');
  history.replaceState(history.state, '', address);
  return provider === null ? null : sentenceOf(reason, provider);
}

function sentenceOf(reason: string, provider: string): string {
  if (reason === 'away') return t('{provider} cannot be reached: try again later.', { provider });
  if (reason === 'denied') return t('{provider} does not let you in.', { provider });
  if (reason === 'refused') return t('You have no role here: ask the administrator.');
  return t('The login has failed: try again.');
}
