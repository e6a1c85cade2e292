import { formatDollars, formatMoney } from './format.ts';

interface MoneyProps {
  /** Decimal text or a number of dollars; null shows as $0. */
  amount: string | number | null;
  /** A headline figure: rounded to whole dollars. */
  isRounded?: boolean;
}

/** An amount of money, with cents unless they are zero; amounts align in columns, and never wrap. */
export function Money({ amount, isRounded = false }: MoneyProps) {
  if (isRounded) return <span className="hw-money">{formatDollars(amount)}</span>;
  const text = formatMoney(amount);
  return <span className={text.includes('.') ? 'hw-money' : 'hw-money hw-money-whole'}>{text}</span>;
}
