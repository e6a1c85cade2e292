import { formatDollars, formatMoney } from './format.ts';

interface MoneyProps {
  /** Decimal text or a number of dollars; nothing shows as $0. */
  amount: string | number | null;
  /** A headline figure: rounded to whole dollars. */
  isRounded?: boolean;
}

/** An amount of money, with its cents where they are not zero; amounts line up below each other, and never break. */
export function Money({ amount, isRounded = false }: MoneyProps) {
  if (isRounded) return <span className="hw-money">{formatDollars(amount)}</span>;
  const text = formatMoney(amount);
  return <span className={text.includes('.') ? 'hw-money' : 'hw-money hw-money-whole'}>{text}</span>;
}
