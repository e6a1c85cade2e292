import { Button, InputGroup, Tag } from '@blueprintjs/core';
import { Add, Cross } from '@blueprintjs/icons';
import {
  type Certification,
  type CertificationState,
  certificationState,
  STAFF_LIMITS,
} from '../../../domain/staff/terms.ts';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { type ControlProps, jsonOf, parsed } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { Day } from '../../ui/values/day.tsx';
import { formatDay } from '../../ui/values/format.ts';

const INTENTS: Readonly<Record<CertificationState, 'danger' | 'warning' | 'none'>> = {
  expired: 'danger',
  'expires soon': 'warning',
  valid: 'none',
};

/** Somebody's certificates, those that need attention first. */
export function Certificates({ of, today }: { of: readonly Certification[]; today: string }) {
  return (
    <span className="hw-tags">
      {sorted(of).map((each) => {
        const state = certificationState(each, today);
        return (
          <Tag key={`${each.name}/${each.expiresOn}`} minimal intent={INTENTS[state]} title={titleOf(each)}>
            {each.name}
            {state !== 'valid' && (
              <>
                : {state === 'expired' ? 'expired' : 'expires'} <Day iso={each.expiresOn ?? ''} />
              </>
            )}
          </Tag>
        );
      })}
    </span>
  );
}

function titleOf({ issuedOn, expiresOn }: Certification, unlimited = 'no expiration'): string {
  const from = issuedOn && `from ${formatDay(issuedOn)}`;
  const until = expiresOn ? `until ${formatDay(expiresOn)}` : unlimited;
  return [from, until].filter(Boolean).join(' ');
}

/** The day the first certificate expires, for sorting; null if none expires. */
export function firstEnd(certifications: readonly Certification[]): string | null {
  return sorted(certifications)[0]?.expiresOn ?? null;
}

function sorted(certifications: readonly Certification[]): Certification[] {
  return certifications.toSorted((a, b) => (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999'));
}

/** `was`: the name of one that is being renamed, which keeps its document. */
type Row = Certification & { was?: string | undefined };

const EMPTY: Row = { name: '', issuedOn: null, expiresOn: null };

/** Somebody's certificates, each with its first and last day. */
export function CertificationsInput({ id, label, value, describedBy, onChange }: ControlProps) {
  const rows = parsed<Row[]>(value) ?? [];
  const put = (next: readonly Row[]) => onChange(jsonOf(next));
  const change = (at: number, part: Partial<Row>) =>
    put(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  const rename = (at: number, { name: now, was = now }: Row, name: string) =>
    change(at, { name, was: was === name ? undefined : was });
  return (
    <InputsOf id={id} aria-label={label} aria-describedby={describedBy} className="hw-certificates">
      {rows.map((row, index) => {
        const which = row.name || `Certificate ${index + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are added at the end
          <div key={index} className="hw-certificate">
            <InputGroup
              aria-label={`${which}: name`}
              placeholder="Certified Arborist, CDL, first aid…"
              value={row.name}
              maxLength={STAFF_LIMITS.certificate}
              autoFocus={row === rows.at(-1) && row.name === ''}
              onValueChange={(name) => rename(index, row, name)}
            />
            <span className="hw-certificate-day">
              from
              <DateInput
                aria-label={`${which}: issued on`}
                value={row.issuedOn ?? ''}
                onValueChange={(issuedOn) => change(index, { issuedOn: issuedOn || null })}
              />
            </span>
            <span className="hw-certificate-day">
              until
              <DateInput
                aria-label={`${which}: expires on`}
                value={row.expiresOn ?? ''}
                onValueChange={(expiresOn) => change(index, { expiresOn: expiresOn || null })}
              />
            </span>
            <Button
              variant="minimal"
              icon={<Cross />}
              aria-label={`Remove ${which}`}
              onClick={() => put(rows.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button size="small" icon={<Add />} text="Add certificate" onClick={() => put([...rows, EMPTY])} />
    </InputsOf>
  );
}

/** Certificates, one per line, with their days. */
export function formatCertifications(value: unknown): string {
  return ((value ?? []) as Certification[])
    .map((each) => [each.name, titleOf(each, '')].filter(Boolean).join(', '))
    .join('\n');
}
