import { Tag } from '@blueprintjs/core';
import { type Certification, type CertificationState, certificationState } from '../../../domain/staff/terms.ts';
import { formatDay } from '../../ui/format.ts';

const INTENTS: Readonly<Record<CertificationState, 'danger' | 'warning' | 'none'>> = {
  expired: 'danger',
  'expires soon': 'warning',
  valid: 'none',
};

/** What somebody may do, with the certificates first that need doing something about. */
export function Certificates({ of, today }: { of: readonly Certification[]; today: string }) {
  return (
    <span className="hw-tags">
      {sorted(of).map((each) => {
        const state = certificationState(each, today);
        return (
          <Tag key={`${each.name}/${each.expiresOn}`} minimal intent={INTENTS[state]} title={titleOf(each)}>
            {each.name}
            {state !== 'valid' && `: ${state === 'expired' ? 'expired' : 'expires'} ${formatDay(each.expiresOn ?? '')}`}
          </Tag>
        );
      })}
    </span>
  );
}

function titleOf({ issuedOn, expiresOn }: Certification): string {
  const from = issuedOn && `from ${formatDay(issuedOn)}`;
  const until = expiresOn ? `until ${formatDay(expiresOn)}` : 'without an end';
  return [from, until].filter(Boolean).join(' ');
}

/** The day of the certificate that ends first, for sorting; null without any that ends. */
export function firstEnd(certifications: readonly Certification[]): string | null {
  return sorted(certifications)[0]?.expiresOn ?? null;
}

function sorted(certifications: readonly Certification[]): Certification[] {
  return certifications.toSorted((a, b) => (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999'));
}
