import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { depositText } from '../../../domain/quote/terms.ts';
import type { Values } from '../../ui/inputs/fields.ts';
import { knownCents } from '../../ui/values/amount.ts';
import { Money } from '../../ui/values/money.tsx';
import { takesText } from '../job/takes.ts';
import { settingsQuery } from '../settings/settings.ts';
import { itemsIn, totalsOf, workIn } from './items.ts';

interface TotalsProps {
  /** Decimal text, or dollars. */
  subtotal: string | number;
  tax: string | number;
  total: string | number;
  deposit: string | number;
  /** Percent as decimal text. */
  taxRate: string;
  depositPercent: string | number | null;
  /** What the customer has approved before, as decimal text; null for nothing. */
  agreedBefore?: string | null | undefined;
  /** Including all optional services. */
  most?: string | number | null;
}

/** A quote's totals. */
export function Totals(props: TotalsProps) {
  const { subtotal, tax, total, deposit, taxRate, depositPercent, agreedBefore = null, most = null } = props;
  const percent = Number(depositPercent);
  const lines = [
    { name: 'Subtotal', amount: subtotal },
    { name: `Tax (${Number(taxRate)}%)`, amount: tax },
    { name: 'Total', amount: total, isSum: true },
    ...(most === null ? [] : [{ name: 'With all optional services', amount: most }]),
    ...(percent > 0 ? [{ name: `Deposit (${depositText(percent, agreedBefore !== null)})`, amount: deposit }] : []),
  ];
  return (
    <dl className="hw-totals">
      {lines.map(({ name, amount, isSum }) => (
        <div key={name} className={isSum ? 'hw-totals-sum' : undefined}>
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FormTotalsProps {
  values: Values;
  /** Whether a version has asked for the deposit already. */
  isDepositAsked?: boolean | undefined;
  /** What the customer has approved so far, as decimal text; null for nothing. */
  agreedBefore?: string | null | undefined;
}

/** A deposit that is refused later is no promise. */
function isTaken(percent: string): boolean {
  return /^\d{1,3}$/.test(percent.trim()) && Number(percent) <= 100;
}

/** The totals of a form's services as they are typed, by the server's own rules. */
export function FormTotals({ values, isDepositAsked = false, agreedBefore = null }: FormTotalsProps) {
  const items = itemsIn(values['items'] ?? '');
  const taxRate = useQuery(settingsQuery).data?.taxRate ?? '0';
  const typed = values['depositPercent'] ?? '';
  const depositPercent = isDepositAsked || !isTaken(typed) ? '' : typed;
  const agreed = agreedBefore === null ? null : knownCents(agreedBefore);
  const { subtotal, tax, total, deposit, most, unpriced } = totalsOf(items, depositPercent, taxRate, agreed);
  const work = workIn(items);
  const reasons = [
    unpriced > 0 && `${unpriced === 1 ? 'One service has' : `${unpriced} services have`} no price yet.`,
    total === 0 && unpriced === 0 && 'No service has a price yet.',
  ].filter(Boolean);
  return (
    <div className="hw-form-totals">
      <Totals
        taxRate={taxRate}
        depositPercent={depositPercent}
        agreedBefore={agreedBefore}
        subtotal={subtotal / 100}
        tax={tax / 100}
        total={total / 100}
        deposit={deposit / 100}
        most={most && most.total / 100}
      />
      {work.length > 0 && <p className="hw-muted">Takes {takesText(work)}.</p>}
      {reasons.length > 0 && (
        <Callout compact intent="warning" role="status">
          {reasons.join(' ')} It can be saved, and sent once everything has a price.
        </Callout>
      )}
    </div>
  );
}
