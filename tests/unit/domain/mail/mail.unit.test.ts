import { describe, expect, test } from 'vitest';
import { fold } from '../../../../domain/kit/decider.ts';
import type { EffectOutcome } from '../../../../domain/kit/effect.ts';
import type { MailEvent } from '../../../../domain/mail/events.ts';
import { attemptDue, type MailMeant, mail, reachedBy } from '../../../../domain/mail/mail.ts';
import { mails } from '../../../../projections/mails.ts';
import { specify } from '../../../support/decider-specification.ts';
import { specifyProjection } from '../../../support/stores/projection-specification.ts';

const { given } = specify(mail);
const shows = specifyProjection<MailEvent>(mails, 'mail');

const NOW = '2026-06-15T12:00:00.000Z';
const HELD_UNTIL = '2026-06-15T12:00:10.000Z';
const LATER = '2026-06-15T12:01:00.000Z';

const meant: MailMeant = {
  kind: 'quote',
  category: 'customer',
  recordId: 'c',
  link: null,
  to: 'ada@example.com',
  toName: 'Ada Lovelace',
  subject: 'Your quote',
  text: 'Here it is.',
};
const intended: MailEvent = {
  type: 'MailIntended',
  data: { ...meant, batchId: null, dueAt: HELD_UNTIL, intendedAt: NOW },
};
/** It waits for a person. */
const prepared: MailEvent = {
  type: 'MailIntended',
  data: { ...meant, batchId: 'b', dueAt: null, intendedAt: NOW },
};
const RELEASED_UNTIL = '2026-06-15T12:01:10.000Z';
const released: MailEvent = { type: 'MailReleased', data: { dueAt: RELEASED_UNTIL, at: LATER } };
const withheld: MailEvent = { type: 'MailWithheld', data: { at: NOW } };
const cancelled: MailEvent = { type: 'MailCancelled', data: { at: LATER } };
const told = (attempt: number, reason: string | null) => ({ attempt, reason, at: LATER });
const sent: MailEvent = { type: 'MailSent', data: told(1, '250 Taken') };
const failed: MailEvent = { type: 'MailFailed', data: told(1, 'No such box') };
const uncertain: MailEvent = { type: 'MailBecameUncertain', data: told(1, 'No answer') };
const delayed = (attempt: number, dueAt: string): MailEvent => ({
  type: 'MailDelayed',
  data: { ...told(attempt, 'Busy'), dueAt },
});
const marked: MailEvent = { type: 'MailMarkedSent', data: { at: LATER } };
const record = (attempt: number, outcome: EffectOutcome) =>
  ({ type: 'RecordOutcome', attempt, outcome, now: LATER }) as const;
const DONE = { did: 'done', detail: '250 Taken' } as const;
const REFUSED = { did: 'refused', reason: 'No such box' } as const;
const BUSY = { did: 'not taken', reason: 'Busy' } as const;
const UNKNOWN = { did: 'unknown', reason: 'No answer' } as const;
const cancel = { type: 'CancelMail', now: LATER } as const;
const again = { type: 'SendMailAgain', now: LATER, holdMs: 10_000 } as const;
const release = { type: 'ReleaseMail', now: LATER, holdMs: 10_000 } as const;
const withhold = { type: 'WithholdMail', now: NOW } as const;
const mark = { type: 'MarkMailSent', now: LATER } as const;

describe('meaning a mail', () => {
  const intend = (given: Partial<MailMeant> = {}) =>
    ({ type: 'IntendMail', mail: { ...meant, ...given }, now: NOW, holdMs: 10_000 }) as const;

  test('A mail that is meant is held for a moment', () => given().when(intend()).then(intended));
  test('A mail is meant once', () => given(intended, sent).when(intend()).thenNothingHappens());
  test('A mail that is meant lets no line break into a header, and cuts a subject without an end', () => {
    const [event] = mail.decide(
      intend({ subject: `Quote\r\nBcc: all@example.com ${'x'.repeat(300)}`, toName: 'A\nB' }),
      {
        outcome: 'absent',
      },
    );
    expect(event?.data).toMatchObject({
      toName: 'A B',
      subject: expect.stringMatching(/^Quote Bcc: all@[^\r\n]{1,200}$/),
    });
    expect(Object(event?.data).subject).toHaveLength(200);
  });
});

describe('taking a mail back', () => {
  test('Taking a mail back works while it is held', () => given(intended).when(cancel).then(cancelled));
  test('Taking a mail back works while it is tried again', () =>
    given(intended, delayed(1, LATER)).when(cancel).then(cancelled));
  test('Taking a mail back is done once', () => given(intended, cancelled).when(cancel).thenNothingHappens());
  test('Taking a mail back is too late once it was sent', () =>
    given(intended, sent).when(cancel).thenRefused('conflict', 'This email was already sent.'));
  test('Taking a mail back is refused where it may have been sent', () =>
    given(intended, uncertain).when(cancel).thenRefused('conflict'));
  test('Taking a mail back is not refused where a process does it', () => {
    for (const events of [[], [intended, sent], [intended, uncertain], [intended, { type: 'MailErased', data: {} }]])
      given(...(events as MailEvent[]))
        .when({ ...cancel, mayBeLate: true })
        .thenNothingHappens();
  });
  test('Taking a mail back needs a mail', () => given().when(cancel).thenRefused('not_found'));
});

describe('a mail that waits for a person', () => {
  const stateAfter = (...events: MailEvent[]) => events.reduce(mail.evolve, mail.initial);

  test('A mail that waits for a person is prepared, and no attempt of it is due', () => {
    given()
      .when({ type: 'IntendMail', mail: { ...meant, batchId: 'b' }, now: NOW, holdMs: null })
      .then(prepared);
    expect(stateAfter(prepared)).toMatchObject({ outcome: 'prepared', dueAt: null });
    expect(attemptDue(stateAfter(prepared))).toBeNull();
  });
  test('A mail that waits for a person is held for a moment once it is released', () => {
    given(prepared).when(release).then(released);
    expect(attemptDue(stateAfter(prepared, released))).toEqual({ attempt: 1, dueAt: RELEASED_UNTIL });
  });
  test('A mail that waits for a person is released once', () => {
    given(prepared, released).when(release).thenNothingHappens();
    given(prepared, released, sent).when(release).thenNothingHappens();
  });
  test('A mail that waits for a person is not released once it was taken back, and neither is one that failed', () => {
    given(prepared, cancelled).when(release).thenRefused('conflict');
    given(prepared, released, failed).when(release).thenRefused('conflict');
    given().when(release).thenRefused('not_found');
    given(prepared, { type: 'MailErased', data: {} }).when(release).thenRefused('erased');
  });
  test('A mail that waits for a person may be released to another address, which is undone as well', () => {
    const { dueAt, at } = released.data as { dueAt: string; at: string };
    const asked: MailEvent = { type: 'MailAskedAgain', data: { to: 'ada@example.org', dueAt, at } as never };
    given(prepared)
      .when({ ...release, to: 'ada@example.org' })
      .then(asked);
    given(prepared)
      .when({ ...release, to: 'ada@example.com' })
      .then(released);
    expect(mail.inverse(asked, stateAfter(prepared))).toEqual(withhold);
  });
  test('A mail that waits for a person waits again when its release is undone, and then needs another attempt', () => {
    expect(mail.inverse(released, stateAfter(prepared))).toEqual(withhold);
    given(prepared, released).when(withhold).then(withheld);
    expect(stateAfter(prepared, released, withheld)).toMatchObject({ outcome: 'prepared', dueAt: null, attempt: 2 });
    given(prepared, released, sent).when(withhold).thenRefused('conflict', 'This email was already sent.');
    given(prepared).when(withhold).thenNothingHappens();
    // What was undone does not say when it should be released again.
    expect(mail.inverse(withheld, stateAfter(prepared, released))).toBeNull();
  });
  test('A mail that waits for a person is taken back, and waits again when that is undone', () => {
    given(prepared).when(cancel).then(cancelled);
    given(prepared, cancelled).thenUndoneLeadsBack();
    given(prepared, cancelled, withheld).thenUndoneLeadsBack();
  });
  test('A mail that waits for a person is taken back for good where it was under way', () =>
    expect(mail.inverse(cancelled, stateAfter(prepared, released))).toBeNull());
  test('A mail that waits for a person is not sent again, as it was not sent', () =>
    given(prepared).when(again).thenRefused('conflict'));
  test('A mail that waits for a person is marked as sent where they passed it on, which is undone as well', () => {
    given(prepared).when(mark).then(marked);
    shows.given(prepared, marked).thenShows(expect.objectContaining({ status: 'sent', markedAt: LATER, dueAt: null }));
    expect(attemptDue(stateAfter(prepared, marked))).toBeNull();
    given(prepared, marked).when({ type: 'WithdrawMark' }).then({ type: 'MailMarkWithdrawn', data: {} });
    given(prepared, marked).thenUndoneLeadsBack();
    given(prepared, marked, { type: 'MailMarkWithdrawn', data: {} }).when(release).then(released);
  });
  test('A mail that waits for a person and was marked as sent is neither released nor sent again nor taken back', () => {
    given(prepared, marked).when(release).thenNothingHappens();
    given(prepared, marked).when(again).thenRefused('conflict', 'This email was already sent.');
    for (const command of [cancel, withhold])
      given(prepared, marked).when(command).thenRefused('conflict', 'This email was already sent.');
    given(prepared, marked)
      .when({ ...cancel, mayBeLate: true })
      .thenNothingHappens();
  });
  test('A mail that waits for a person is not sent once its person is erased', () =>
    expect(stateAfter(prepared, { type: 'MailErased', data: {} })).toMatchObject({ outcome: 'cancelled' }));
});

describe('an attempt', () => {
  test('A mail whose attempt was taken is sent', () => given(intended).when(record(1, DONE)).then(sent));
  test('A mail whose attempt was refused has failed', () => given(intended).when(record(1, REFUSED)).then(failed));
  test('A mail whose attempt has no result is uncertain', () =>
    given(intended).when(record(1, UNKNOWN)).then(uncertain));
  test('An attempt that was surely not taken is made again, later each time', () => {
    given(intended).when(record(1, BUSY)).then(delayed(1, '2026-06-15T12:02:00.000Z'));
    given(intended, delayed(1, LATER)).when(record(2, BUSY)).then(delayed(2, '2026-06-15T12:03:00.000Z'));
    given(intended, delayed(1, LATER), delayed(2, LATER))
      .when(record(3, BUSY))
      .then(delayed(3, '2026-06-15T12:06:00.000Z'));
  });
  test('A mail whose attempts are never taken fails in the end', () => {
    const tries = Array.from({ length: 8 }, (_, index) => delayed(index + 1, LATER));
    given(intended, ...tries)
      .when(record(9, BUSY))
      .then({ type: 'MailFailed', data: told(9, 'Busy') });
  });
  test('An attempt counts once', () => {
    given(intended, sent).when(record(1, DONE)).thenNothingHappens();
    given(intended, failed).when(record(1, REFUSED)).thenNothingHappens();
    given(intended, uncertain).when(record(1, UNKNOWN)).thenNothingHappens();
    given(intended, delayed(1, LATER)).when(record(1, BUSY)).thenNothingHappens();
  });
  test('An attempt that tells its result late still tells the truth, and nothing is sent again by itself', () => {
    given(intended, uncertain).when(record(1, DONE)).then(sent);
    given(intended, uncertain).when(record(1, REFUSED)).then(failed);
    given(intended, uncertain)
      .when(record(1, BUSY))
      .then({ type: 'MailFailed', data: told(1, 'Busy') });
    given(intended, cancelled).when(record(1, DONE)).then(sent);
    given(intended, failed).when(record(1, UNKNOWN)).thenNothingHappens();
  });
  test('An earlier attempt counts no more once a person has asked again', () => {
    const asked: MailEvent = { type: 'MailAskedAgain', data: { dueAt: LATER, at: LATER } };
    given(intended, uncertain, asked).when(record(1, DONE)).thenNothingHappens();
    given(intended, uncertain, asked)
      .when(record(2, DONE))
      .then({ type: 'MailSent', data: told(2, '250 Taken') });
  });
  test('An attempt tells nothing more of somebody who was erased', () =>
    given(intended, { type: 'MailErased', data: {} }).when(record(1, DONE)).thenNothingHappens());
});

describe('a mail of before, when what was only written to a file was called sent', () => {
  const written: MailEvent = { type: 'MailSent', data: told(1, 'Written to outbox/x.eml') };

  test('A mail of before that was only written to a file was not delivered, and says why', () => {
    const state = [intended, written].reduce(mail.evolve, mail.initial);
    expect(state).toMatchObject({ outcome: 'failed', reason: 'email is not set up', since: LATER, dueAt: null });
    const shown = { status: 'failed', reason: 'email is not set up', since: LATER, dueAt: null };
    shows.given(intended, written).thenShows(expect.objectContaining(shown));
  });
  test('A mail of before that was only written to a file is sent again, or marked as sent', () => {
    const asked: MailEvent = { type: 'MailAskedAgain', data: { dueAt: '2026-06-15T12:01:10.000Z', at: LATER } };
    given(intended, written).when(again).then(asked);
    given(intended, written).when(mark).then(marked);
    given(intended, written, asked)
      .when(record(2, DONE))
      .then({ type: 'MailSent', data: told(2, '250 Taken') });
  });
  test('A mail that a mail server took was sent, whatever the server said', () => {
    for (const reason of [null, '250 Taken', 'Taken. Written to outbox/x.eml'])
      expect(
        [intended, { type: 'MailSent', data: told(1, reason) } as const].reduce(mail.evolve, mail.initial),
      ).toEqual(expect.objectContaining({ outcome: 'sent', reason }));
  });
});

describe('sending again', () => {
  const asked: MailEvent = { type: 'MailAskedAgain', data: { dueAt: '2026-06-15T12:01:10.000Z', at: LATER } };
  test('Sending a mail again is for what failed, is uncertain or was taken back', () => {
    for (const event of [failed, uncertain, cancelled]) given(intended, event).when(again).then(asked);
  });
  test('Sending a mail again may go to another address', () =>
    given(intended, failed)
      .when({ ...again, to: 'ada@example.org' })
      .then({ type: 'MailAskedAgain', data: { to: 'ada@example.org', ...asked.data } as never }));
  test('Sending a mail again does nothing where it is under way', () => {
    given(intended).when(again).thenNothingHappens();
    given(intended, failed, asked).when(again).thenNothingHappens();
  });
  test('Sending a mail again is not for what was sent', () =>
    given(intended, sent).when(again).thenRefused('conflict'));
  test('Sending a mail again is not for what was erased', () =>
    given(intended, failed, { type: 'MailErased', data: {} }).when(again).thenRefused('erased'));
});

describe('marking as sent', () => {
  test('Marking a mail as sent is for what failed or is uncertain', () => {
    for (const event of [failed, uncertain]) given(intended, event).when(mark).then(marked);
  });
  test('Marking a mail as sent can be undone, and done again', () => {
    given(intended, uncertain, marked).thenUndoneLeadsBack();
    given(intended, uncertain, marked, { type: 'MailMarkWithdrawn', data: {} }).thenUndoneLeadsBack();
  });
  test('Marking a mail as sent does nothing where it was sent', () =>
    given(intended, sent).when(mark).thenNothingHappens());
  test('Marking a mail as sent is not for what waits or was taken back', () => {
    for (const events of [[intended], [intended, cancelled]])
      given(...events)
        .when(mark)
        .thenRefused('conflict');
  });
  test('Marking a mail as sent keeps it from being sent again', () =>
    given(intended, uncertain, marked).when(again).thenRefused('conflict'));
});

test('Nothing of an erased mail is sent', () => {
  const erased = [intended, { type: 'MailErased', data: {} } as const].reduce(mail.evolve, mail.initial);
  expect(erased).toMatchObject({ outcome: 'cancelled', dueAt: null, to: '[erased]', text: '[erased]', isErased: true });
});

test('A mark counts no more once it is told that the mail was sent: there is nothing to withdraw', () => {
  given(intended, uncertain, marked, sent).when({ type: 'WithdrawMark' }).thenNothingHappens();
  given(intended, uncertain, marked).when({ type: 'WithdrawMark' }).then({ type: 'MailMarkWithdrawn', data: {} });
});

describe('where a mail went', () => {
  const ADA = meant.to;
  const askedAgain = (to?: string): MailEvent => ({
    type: 'MailAskedAgain',
    data: { ...(to !== undefined && { to }), dueAt: HELD_UNTIL, at: LATER },
  });
  const refusedThen: MailEvent = { type: 'MailFailed', data: told(2, 'No such box') };

  test.each([
    ['it is about to go', [intended], [{ to: ADA, at: null }]],
    ['it went', [intended, sent], [{ to: ADA, at: LATER }]],
    ['a person passed it on', [intended, failed, marked], [{ to: ADA, at: LATER }]],
    ['it was refused', [intended, failed], []],
    ['it was taken back', [intended, cancelled], []],
    ['it waits for a person', [prepared], []],
    [
      'a refused one was asked for again',
      [intended, failed, askedAgain('b@example.com')],
      [{ to: 'b@example.com', at: null }],
    ],
    [
      'an uncertain one was asked for again',
      [intended, uncertain, askedAgain('b@example.com'), refusedThen],
      [{ to: ADA, at: LATER }],
    ],
    [
      'an uncertain one was refused the second time',
      [intended, uncertain, askedAgain(), refusedThen],
      [{ to: ADA, at: LATER }],
    ],
    ['its person was erased', [intended, uncertain, askedAgain(), { type: 'MailErased', data: {} }], []],
  ] as [string, MailEvent[], object[]][])(
    'A mail went where it was not certainly refused: %s',
    (_, events, reached) => {
      const state = fold(mail, events);
      expect(state.outcome === 'absent' ? null : reachedBy(state)).toEqual(reached);
    },
  );
});
