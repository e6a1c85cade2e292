/**
 * Which statuses (RFC 3463) of a mail that came back for good say that there is no such mailbox, or none any more: of the
 * address (5.1) but not of its sender (5.1.7, 5.1.8); a mailbox that is turned off (5.2.1); a domain that takes no mail
 * (5.4.1, 5.4.4, and 5.4.310 of Exchange Online); and where no more is known (5.0, 5.2.0). All others are about this mail, its
 * sender or a mailbox that is full: the next mail may well arrive.
 */
const OF_THE_MAILBOX = /^5\.(0\.\d+|1\.(?!7$|8$)\d+|2\.[01]|4\.(1|4|310))$/;

/** Statuses that leave it to the answer. */
const UNDEFINED = /^5\.(0\.\d+|2\.0)$/;
/** Answers about the mailbox (RFC 5321): 552 is of one that is full, and 554 how servers refuse a sender or a text. */
const REPLY_OF_THE_MAILBOX = /^55[013]$/;

/**
 * Whether a mailbox whose mail came back with this status is not written to any more.
 * @param reply what the other server answered, such as `550`; null where nobody knows
 */
export function isMailboxGone(status: string, reply: string | null = null): boolean {
  if (reply !== null && UNDEFINED.test(status) && !REPLY_OF_THE_MAILBOX.test(reply)) return false;
  return OF_THE_MAILBOX.test(status);
}
