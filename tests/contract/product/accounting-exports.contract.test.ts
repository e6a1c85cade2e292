import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesAlong, linesQuery, presentLines, type ReadLines } from '../../../api/accounting/journal.ts';
import { correctionsAfter, exportsOf, firstDayOf, linesOfExport } from '../../../api/accounting/periods.ts';
import { trialBalanceOf } from '../../../api/accounting/trial-balance.ts';
import { BooksCheck } from '../../../domain/audit/books-check.ts';
import { type BooksCommand, books } from '../../../domain/books/books.ts';
import type { BooksEvent } from '../../../domain/books/events.ts';
import { exportOf } from '../../../domain/books/exports.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { formatCents } from '../../../domain/kit/money.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { linkedCollections } from '../../../projections/engine/links.ts';
import { project } from '../../../projections/engine/project.ts';
import { createWorkspace } from '../../../projections/engine/workspace.ts';
import { projections } from '../../../projections/index.ts';
import type { JournalDocument } from '../../../projections/journal.ts';
import type { PeriodDocument } from '../../../projections/periods.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import type { ReadModelStore, ReadModels } from '../../../store/read-models.ts';
import { runs } from '../../support/depth.ts';
import { newGeneration, positionAt } from '../../support/processes/read-models-feed.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { PLAIN_INVOICE } from '../../support/samples/invoices.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// Whatever is recorded, and whenever a period is exported or reopened: each line of the books is in one export, or in
// none yet.

let folder: TempFolder;
let store: ReadModelStore;
beforeAll(async () => {
  folder = await tempFolder();
  store = openEmbeddedReadModels({ folder: folder.path });
});
afterAll(async () => {
  await store.close();
  await folder.remove();
});

const NOW = '2026-06-20T12:00:00.000Z';
const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-05-01', days));
const cents = fc.integer({ min: 1, max: 90_000 });

const issued = day.map((issuedOn) => {
  const figures = { number: null, subtotal: 10_000, tax: 800, total: 10_800, surplus: 0, issuedAt: NOW };
  return { stream: 'invoice-a', body: { type: 'InvoiceIssued', data: { ...PLAIN_INVOICE, issuedOn, ...figures } } };
});
const paid = fc.record({ day, amount: cents, isVoided: fc.boolean() }).map(({ day: on, amount, isVoided }) => {
  const data = { paymentId: 'p', customerId: 'c', amount, applied: amount, surplus: 0, day: on };
  const body = isVoided
    ? { type: 'PaymentVoided', data: { ...data, isCredit: false, released: 0, reason: null } }
    : { type: 'PaymentRecorded', data: { ...data, method: 'check', transactionId: null, recordedAt: NOW } };
  return { stream: 'invoice-a', body };
});
const spent = fc.record({
  stream: fc.constantFrom('cost-a', 'cost-b'),
  body: fc.oneof(
    fc.record({ day, amount: cents, category: fc.constantFrom('labor', 'material') }).map((details) => ({
      type: 'CostRecorded',
      data: { jobId: null, description: null, ...details, recordedAt: NOW },
    })),
    fc.record({ day, amount: cents }, { requiredKeys: [] }).map((data) => ({ type: 'CostRevised', data })),
    fc.constantFrom({ type: 'CostRemoved', data: {} }, { type: 'CostRestored', data: {} }),
  ),
});
const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.oneof(issued, paid, spent) },
    { weight: 1, arbitrary: fc.record({ exports: fc.integer({ min: 1, max: 31 }) }) },
    { weight: 1, arbitrary: fc.constant('take back the newest' as const) },
  ),
  { minLength: 5, maxLength: 30 },
);

/** Read models that take one event after another. */
class Company {
  readonly models: ReadModels;
  readonly check = new BooksCheck();
  state = books.initial;
  /** What the file of each export said at first. */
  readonly files = new Map<number, string>();
  #events = 0;

  constructor(models: ReadModels) {
    this.models = models;
  }

  async take(stream: string, body: EventBody): Promise<void> {
    const place = this.#events++;
    const at = { revision: BigInt(place), position: positionAt(place + 1), metadata: metadata() };
    const event: RecordedEvent = { ...body, id: `e${place}`, stream, ...at };
    this.check.take(event);
    const workspace = createWorkspace(this.models, linkedCollections(projections));
    expect(await project([event], projections, workspace)).toEqual([]);
    const to = { position: event.position, eventId: event.id };
    const work = { documents: workspace.takeChanges(), deadLetters: [] };
    await this.models.commit({ previous: positionAt(place), epoch: 1, ...to, ...work });
  }

  async decide(command: BooksCommand): Promise<void> {
    let events: BooksEvent[] = [];
    try {
      events = books.decide(command, this.state);
    } catch (cause) {
      if (!(cause instanceof Rejection)) throw cause;
    }
    for (const event of events) {
      await this.take('books-main', event);
      this.state = books.evolve(this.state, event);
    }
  }

  async export(days: number): Promise<void> {
    const firstDay = await firstDayOf(this.models);
    const last = this.state.periods.at(-1);
    const from = last ? addDays(last.to, 1) : (firstDay ?? '2026-05-01');
    const periodId = `period ${this.state.ids.length + 1}`;
    const period = {
      periodId,
      from,
      to: addDays(from, days),
      today: '2037-01-01',
      firstDay,
      accountNames: {},
      now: NOW,
    };
    await this.decide({ type: 'ExportPeriod', ...period });
    const newest = (await exportsOf(this.models)).at(-1) as PeriodDocument;
    this.files.set(newest.number, await this.fileOf(newest));
  }

  async fileOf(period: PeriodDocument): Promise<string> {
    const telling = { names: period.accountNames, exports: [period], datedAsExported: true };
    return JSON.stringify(await presentLines(this.models, await this.linesOf(period), telling));
  }

  async linesOf(period: PeriodDocument): Promise<JournalDocument[]> {
    const before = (await exportsOf(this.models)).findLast(({ number }) => number < period.number) ?? null;
    return allOf(linesOfExport(this.models, period, before));
  }
}

async function allOf(read: ReadLines): Promise<JournalDocument[]> {
  const all: JournalDocument[] = [];
  let page = await read(3);
  all.push(...page.documents);
  while (page.cursor !== null) {
    page = await read(3, page.cursor);
    all.push(...page.documents);
  }
  return all;
}

const idsOf = (lines: readonly JournalDocument[]) => lines.map(({ id }) => id).sort();

function expectBalanced(lines: readonly JournalDocument[], by: 'entry' | 'aboutId' | 'about'): void {
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(line[by], (sums.get(line[by]) ?? 0) + line.debit - line.credit);
  expect([...sums.values()].filter((sum) => sum !== 0)).toEqual([]);
}

async function expectRight(company: Company): Promise<void> {
  const { models } = company;
  const journal = await allOf(linesAlong(models, linesQuery({})));
  const exports = await exportsOf(models);
  const last = exports.at(-1) ?? null;
  const inExports: JournalDocument[] = [];
  for (const period of exports) {
    const lines = await company.linesOf(period);
    expect(idsOf(lines)).toEqual(idsOf(journal.filter((line) => exportOf(line, exports) === period)));
    for (const by of ['entry', 'aboutId', 'about'] as const) expectBalanced(lines, by);
    expect(await company.fileOf(period)).toBe(company.files.get(period.number));
    inExports.push(...lines);
  }
  const open = await allOf(linesAlong(models, linesQuery(last ? { from: addDays(last.to, 1) } : {})));
  const corrections = await allOf(correctionsAfter(models, last));
  // None is lost, and none is in two exports.
  expect(idsOf([...inExports, ...corrections, ...open])).toEqual(idsOf(journal));
  const { rows } = await trialBalanceOf(models, {}, {});
  const { accounts, faults, entries } = company.check.report();
  expect(rows.map(({ accountKey, debit, credit }) => [accountKey, debit, credit])).toEqual(
    accounts.map(({ account, debit, credit }) => [account, formatCents(debit), formatCents(credit)]),
  );
  expect(journal.filter((line) => line.entries === 1)).toHaveLength(entries);
  // The acts here follow no invoice's rules: only what is booked is compared.
  expect(faults.filter((fault) => fault.startsWith('The entry'))).toEqual([]);
}

test('Each line of the books is in one export or in none yet, and a file stays as it was', {
  tags: ['more'],
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      const models = await store.create(newGeneration(), projections);
      await models.claim(1);
      await models.finishBuild();
      const company = new Company(models);
      for (const act of history) {
        const newest = company.state.periods.at(-1);
        if (act === 'take back the newest') {
          if (newest) await company.decide({ type: 'ReopenPeriod', periodId: newest.id });
        } else if ('exports' in act) await company.export(act.exports);
        else await company.take(act.stream, act.body);
      }
      await expectRight(company);
      await models.close();
    }),
    { numRuns: runs(25) },
  );
});
