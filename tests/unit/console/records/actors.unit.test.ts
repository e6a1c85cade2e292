import { expect, test } from 'vitest';
import { REBOOK_REFUNDS } from '../../../../api/invoices/rebook-refunds.ts';
import { MAIL_ACTOR } from '../../../../api/mail/reactor.ts';
import { expireQuotes, remindOfQuotes } from '../../../../api/quotes/timers.ts';
import { actorWords } from '../../../../console/records/record/actors.ts';
import { processes } from '../../../../domain/index.ts';
import { ERASURE } from '../../../../platform/commands/erasure.ts';
import { STALE_PLANS } from '../../../../platform/plans/stale-plans.ts';

test('History says in words what took a step on its own', () => {
  const timers = [expireQuotes, remindOfQuotes].map((timer) => timer(null as never));
  const names = [...processes, ...timers].map(({ name }) => name);
  names.push(ERASURE, STALE_PLANS, REBOOK_REFUNDS, MAIL_ACTOR);
  expect(names.filter((name) => actorWords(name) === null)).toEqual([]);
});
