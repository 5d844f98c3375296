/** CERT_EXPIRES: the certificate of a web page expires soon. */
import { defineFailureRule, listOf } from '../../core/failure-rule.ts';
import { integerOption } from '../../core/options.ts';
import { createFineChecks } from './checks.ts';
import type { Phrase } from '../../core/phrase.ts';
import { saying } from '../../core/said.ts';

/** Days before the end at which it is notified again. */
const AGAIN = 7;
/** From here on it is critical. */
const CRITICAL = 1;

export const certExpires = defineFailureRule({
  name: 'CERT_EXPIRES',
  description:
    'The certificate of a web page of `[ports]` expires within cert_expires_days. A second notification follows 7 days before, a critical one on the last day. The alert ends with the renewal.',
  level: null,
  inputs: { checks: listOf('checks') },
  options: { cert_expires_days: integerOption(21, 'CERT_EXPIRES begins so many days before.', [1, 365]) },
  create({ options: { cert_expires_days: most } }) {
    const fine = createFineChecks();
    return ({ values: { checks } }) => {
      const pages = (checks ?? []).filter(
        ({ kind, target }) => kind === 'web' && String(target).startsWith('https:'),
      );
      fine.note(
        pages
          .filter(({ certificate_days: days }) => Number(days ?? 0) > most)
          .map(({ name }) => String(name)),
      );
      return {
        findings: pages.flatMap(({ name, description, target, certificate_days: days }) =>
          typeof days === 'number' && days <= most
            ? [
                {
                  subject: String(name),
                  label: String(description),
                  stage: [AGAIN, CRITICAL].filter((limit) => limit < most && days <= limit).length,
                  state: days <= CRITICAL ? ('CRITICAL' as const) : ('WARNING' as const),
                  value: days,
                  ...saying(endText(days), { target: String(target), days: Math.floor(Math.abs(days)) }),
                  details: { days: Math.floor(days), target: String(target) },
                  ...(!fine.has(String(name)) && { isOld: true as const }),
                },
              ]
            : [],
        ),
        unknown:
          checks === null
            ? ('all' as const)
            : pages.filter(({ certificate_days: days }) => days === null).map(({ name }) => String(name)),
      };
    };
  },
});

function endText(days: number): Phrase {
  const isWithinDay = Math.floor(Math.abs(days)) === 0;
  if (days < 0)
    return isWithinDay
      ? '{target} has a certificate that has expired today.'
      : '{target} has a certificate that expired {days} {days|day|days} ago.';
  return isWithinDay
    ? '{target} has a certificate that expires within a day.'
    : '{target} has a certificate that expires in {days} {days|day|days}.';
}
