import { formatDollars, formatMoney } from './format.ts';

interface MoneyProps {
  /** Decimal text or a number of dollars; nothing shows as $0. */
  amount: string | number | null;
  /** A headline figure: rounded to whole dollars. */
  isRounded?: boolean;
}

/** An amount of money, with its cents where they are not zero; amounts line up below each other, and never break. */
export function Money({ amount, isRounded = false }: MoneyProps) {
  return <span className="hw-money">{isRounded ? formatDollars(amount) : formatMoney(amount)}</span>;
}
