/** Whether two email addresses are the same, whatever their case. */
export function isSameAddress(one: string | null | undefined, other: string | null): boolean {
  return (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase();
}
