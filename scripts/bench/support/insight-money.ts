import { cost } from '../../../domain/cost/cost.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import { job } from '../../../domain/job/job.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { mail } from '../../../domain/mail/mail.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { DAY_MS } from './insight-stage.ts';
import { HOUR_MS, type InvoiceTruth, type JobTruth, type Money, type World } from './insight-terms.ts';

/** What comes in, and what goes out. */
export function moneyOf(world: World): Money {
  const { chance, stage, truth, habits, newId } = world;
  return { payBills, spend, bill, post };

  function payBills(busy: number): void {
    const date = new Date(stage.now());
    const weekday = date.getUTCDay();
    // One in four fuel bills comes with the next one.
    if (weekday === 5) {
      const bills = chance.weighted({ 0: 0.2, 1: 0.6, 2: 0.2 });
      const mean = 26_000 * world.crewCount * busy;
      const cents = Number(bills) * chance.lognormal(mean, 0.3);
      spend('equipment', cents, mean * Math.exp(0.045));
    }
    if (date.getUTCDate() === 3) spend('other', 180_000 + 20_000 * world.crewCount, 180_000 + 20_000 * world.crewCount);
    if (date.getUTCDate() === 12 && date.getUTCMonth() % 3 === 1) {
      const premium = 260_000 * world.crewCount;
      spend('other', premium * chance.lognormal(1, 0.05), premium);
    }
    const oddMean = 30_000 * Math.exp(0.5);
    for (const category of ['material', 'other', 'equipment']) {
      const often = 0.06 * world.crewCount * (category === 'material' ? busy : 1);
      const bills = chance.count(often);
      for (let number = 0; number < bills; number++) spend(category, chance.lognormal(30_000, 1), 0);
      spend(category, 0, often * oddMean);
    }
  }

  function spend(category: string, cents: number, expected: number, jobId: string | null = null): void {
    const amount = Math.round(cents * (habits.costs[category] ?? 1));
    truth.costs.push({ category, day: stage.today(), cents: amount, expected });
    if (amount <= 0) return;
    const id = newId('cost');
    // Some bills come days later, and some are entered wrong at first.
    const details = { category, day: stage.today(), amount, description: null };
    const isWrong = chance.happens(0.02);
    stage.later(stage.now() + (chance.happens(0.25) ? chance.lognormal(4, 0.7) * DAY_MS : 0), () => {
      const first = isWrong ? { ...details, amount: Math.round(amount * 1.2) } : details;
      stage.act(cost, id, { type: 'RecordCost', jobId, details: first, now: stage.at() });
      if (!isWrong) return;
      stage.later(stage.now() + 3 * DAY_MS, () => stage.act(cost, id, { type: 'ReviseCost', details: { amount } }));
    });
  }

  function bill(known: JobTruth, when: number): void {
    stage.later(when, () => {
      if (habits.forgets.invoice?.(known.id)) return bill(known, world.inOffice(stage.now() + 14 * DAY_MS));
      known.settledAt = stage.now();
      if (chance.happens(0.015)) {
        const said = { reason: 'Warranty visit', at: stage.at(), open: null, deposits: [] };
        stage.act(job, known.id, { type: 'CloseWithoutInvoice', ...said });
        return;
      }
      const issued = issue(known);
      if (chance.happens(0.01)) voidAndIssueAgain(known, issued);
      else expectMoney(known, issued);
    });
  }

  function issue(known: JobTruth): InvoiceTruth {
    const id = newId('invoice');
    const { customer: who, price } = known;
    const dueDate = addDays(stage.today(), 30);
    const details = {
      kind: 'invoice',
      customerId: who.id,
      jobId: known.id,
      quoteId: known.quoteId,
      quoteVersion: known.quoteId === null ? null : 1,
      customerName: who.name,
      customerEmail: who.email,
      billingAddress: who.address,
      job: known.service,
      lines: [{ id: uuidv5(id, 'line'), description: known.service, quantity: 1, unitPrice: price, amount: price }],
      notes: null,
      taxRate: 0,
      deductions: [],
      earlier: [],
      issuedOn: stage.today(),
      dueDate,
    };
    stage.act(invoice, id, { type: 'IssueInvoice', details, now: stage.at() });
    stage.act(job, known.id, { type: 'RecordInvoice', invoiceId: id }, 'follow-invoice');
    const issued: InvoiceTruth = {
      id,
      jobId: known.id,
      issuedAt: stage.now(),
      dueDate,
      total: price,
      sentAt: null,
      settledAt: null,
    };
    truth.invoices.set(id, issued);
    return issued;
  }

  function voidAndIssueAgain(known: JobTruth, issued: InvoiceTruth): void {
    stage.later(world.inOffice(stage.now() + 2 * DAY_MS), () => {
      issued.settledAt = stage.now();
      stage.act(invoice, issued.id, { type: 'CancelInvoice', reason: 'Wrong amount', day: null });
      stage.act(job, known.id, { type: 'WithdrawInvoice', invoiceId: issued.id }, 'follow-invoice');
      stage.later(stage.now() + HOUR_MS, () => expectMoney(known, issue(known)));
    });
  }

  function expectMoney({ customer: who, price }: JobTruth, issued: InvoiceTruth): void {
    // Handed over on paper where there is no address: the customer pays on the spot or is told by mail of the old kind.
    if (who.email !== null) sendInvoice(issued, world.inOffice(stage.now() + chance.lognormal(0.1, 1) * DAY_MS));
    const isLate = who.paysLate || chance.happens(0.04);
    const wait = chance.happens(habits.paysLater) ? 85 : isLate ? chance.lognormal(48, 0.4) : chance.lognormal(15, 0.6);
    const parts = chance.happens(0.04) ? [0.5, 0.5] : [1];
    for (const [place, share] of parts.entries()) {
      const amount = place === 0 ? Math.round(price * share) : price - Math.round(price * 0.5);
      pay(stage.now() + (wait + place * chance.lognormal(14, 0.5)) * DAY_MS);

      function pay(when: number): void {
        stage.later(when, () => {
          // Nobody pays what they never got.
          if (who.email !== null && issued.sentAt === null) return pay(when + 7 * DAY_MS);
          const paymentId = newId('payment');
          const paid = { paymentId, amount, method: 'check', transactionId: paymentId, day: stage.today() };
          stage.act(invoice, issued.id, { type: 'RecordPayment', ...paid, confirmed: true, now: stage.at() });
          if (place === parts.length - 1) issued.settledAt = stage.now();
        });
      }
    }
  }

  function sendInvoice(issued: InvoiceTruth, when: number): void {
    stage.later(when, () => {
      if (issued.settledAt !== null) return;
      if (habits.forgets.mail?.(issued.id)) return sendInvoice(issued, world.inOffice(stage.now() + 14 * DAY_MS));
      issued.sentAt = stage.now();
      const sendingId = newId('mail');
      stage.act(invoice, issued.id, { type: 'SendInvoice', sendingId, now: stage.at() });
      post('invoice', 'invoice', issued.id, sendingId);
    });
  }

  function post(kind: 'quote' | 'invoice', category: string, recordId: string, id = newId('mail')): void {
    const letter = { to: 'person@example.com', toName: null, subject: 'Your papers', text: '', link: null };
    stage.act(mail, id, { type: 'IntendMail', mail: { kind, category, recordId, ...letter }, now: stage.at() });
    stage.later(stage.now() + 60_000, () => {
      const isRefused = chance.happens(0.008);
      const outcome = isRefused
        ? { did: 'refused' as const, reason: 'No such mailbox' }
        : { did: 'done' as const, detail: null };
      stage.act(mail, id, { type: 'RecordOutcome', attempt: 1, outcome, now: stage.at() }, 'mails');
      if (isRefused) {
        stage.later(world.inOffice(stage.now() + chance.lognormal(1, 0.6) * DAY_MS), () => {
          stage.act(mail, id, { type: 'MarkMailSent', now: stage.at() });
        });
      }
    });
  }
}
