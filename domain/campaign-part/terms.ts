/**
 * How it ended for one recipient of a campaign:
 * - `sent`: the mail server took the mail.
 * - `bounced`: the mail server took it, and it came back later.
 * - `refused`: the mail server took none for this address, however often it was tried.
 * - `suppressed`: the address gets no marketing.
 * - `gone`: none of the customers it was listed for has this address any more, or they were removed or erased.
 * - `uncertain`: nobody can tell whether the server took it; only a person has it sent again, once.
 */
export const RECIPIENT_ENDS = ['sent', 'bounced', 'refused', 'suppressed', 'gone', 'uncertain'] as const;
export type RecipientEnd = (typeof RECIPIENT_ENDS)[number];

export const RECIPIENT_END_LABELS: Readonly<Record<string, string>> = {
  sent: 'Sent',
  bounced: 'Came back',
  refused: 'Refused',
  suppressed: 'Suppressed',
  gone: 'No longer there',
  uncertain: 'Uncertain',
} satisfies Record<RecipientEnd, string>;

/** How many recipients a part has at most: as many as fit well into one append. */
export const PART_SIZE = 500;
