import fc from 'fast-check';
import { mailEvents } from '../../../domain/mail/events.ts';
import { attemptDue, mail, statusOf } from '../../../domain/mail/mail.ts';
import { mails } from '../../../projections/mails.ts';
import { AT, LATER, of, SAMPLE_ID, sample, text, WHY } from './sample.ts';

const outcome = fc.oneof(
  fc.record({ did: of('done'), detail: text }),
  fc.record({
    did: fc.constantFrom('refused' as const, 'not taken' as const, 'unknown' as const),
    reason: of('Closed.'),
  }),
);

const MAIL_ACTS = ['CancelMail', 'ReleaseMail', 'WithholdMail', 'SendMailAgain', 'MarkMailSent'] as const;

const MAIL_UNDONE = ['MailReleased', 'MailWithheld', 'MailCancelled', 'MailMarkedSent', 'MailMarkWithdrawn'];

/** An undo does not restore the number of the next attempt. */
const withoutAttempt = ({ attempt: _, tries: __, ...rest }: Record<string, unknown>) => rest;

export const mailSample = sample(mail, mailEvents, {
  first: {
    type: 'IntendMail',
    mail: {
      kind: 'quote',
      category: 'customer',
      recordId: 'c',
      link: null,
      to: 'ada@example.com',
      toName: 'Ada',
      subject: 'Your quote',
      text: 'Here it is.',
    },
    now: AT,
    holdMs: 10_000,
  },
  commands: fc.oneof(
    fc.record({ type: fc.constantFrom(...MAIL_ACTS), now: of(LATER) }),
    fc.record({ type: of('RecordOutcome'), attempt: fc.constantFrom(1, 2, 3), outcome, now: of(LATER) }),
    fc.record({ type: of('WithdrawMark') }),
  ) as fc.Arbitrary<never>,
  projection: mails,
  final: mailEvents.map(({ type }) => type).filter((type) => !MAIL_UNDONE.includes(type)),
  // A mail that waited by itself is not made to wait that way again.
  isFinalAfter: (type, before) =>
    before.outcome !== 'absent' &&
    ((type === 'MailCancelled' && before.outcome !== 'prepared') ||
      (type === 'MailWithheld' && before.outcome !== 'cancelled')),
  essence: (state) => withoutAttempt({ ...state }),
  essenceOfDocument: (document) => withoutAttempt({ ...document }),
  shows: (state) => {
    if (state.outcome === 'absent') return {};
    const { to, subject, text, outcome, attempt, tries, dueAt, reason, since, markedAt } = state;
    const shown = { to, subject, text, outcome, attempt, tries, dueAt, reason, since, markedAt };
    return { [SAMPLE_ID]: { ...shown, status: statusOf(state) } };
  },
  // It has an attempt due exactly while it waits.
  always: (state) => (attemptDue(state) !== null) === (state.outcome === 'held' || state.outcome === 'delayed'),
  inClear: {
    [WHY.id]: ['MailIntended.category', 'MailIntended.recordId', 'MailIntended.batchId', 'MailIntended.link'],
    [WHY.choice]: ['MailIntended.kind'],
    [WHY.entered]: ['MailIntended.intendedAt'],
    'which try it was, and when it was or is to be': [
      'MailIntended.dueAt',
      'MailReleased.dueAt',
      'MailReleased.at',
      'MailWithheld.at',
      'MailCancelled.at',
      'MailSent.attempt',
      'MailSent.at',
      'MailDelayed.attempt',
      'MailDelayed.dueAt',
      'MailDelayed.at',
      'MailFailed.attempt',
      'MailFailed.at',
      'MailBecameUncertain.attempt',
      'MailBecameUncertain.at',
      'MailAskedAgain.dueAt',
      'MailAskedAgain.at',
      'MailMarkedSent.at',
    ],
  },
});
