// A credit below nothing is owed: the credit was spent, and the payment that it came from was voided.

/** How what a customer owes changed. */
export interface OwedChange {
  /** ISO UTC. */
  at: string;
  /** Cents: more is owed if positive, less if negative. */
  cents: number;
}

/** How a change of the credit's balance changes what is owed, in cents. */
export function owedChange(before: number, after: number): number {
  return owedOf(after) - owedOf(before);
}

/** What a customer with this balance owes, in cents. */
export function owedOf(balance: number): number {
  return Math.max(0, -balance);
}

/** The parts that are still owed, oldest first: what comes in settles the oldest. @param changes oldest first */
export function owedParts(changes: readonly OwedChange[]): OwedChange[] {
  let settled = changes.reduce((sum, { cents }) => sum + Math.max(0, -cents), 0);
  return changes.flatMap(({ at, cents }) => {
    if (cents <= 0) return [];
    const covered = Math.min(cents, settled);
    settled -= covered;
    return cents > covered ? [{ at, cents: cents - covered }] : [];
  });
}
