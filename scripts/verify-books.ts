import { accountName } from '../domain/accounts/accounts.ts';
import type { AccountNames } from '../domain/accounts/terms.ts';
import { BooksCheck, type BooksReport, mayBeBooked } from '../domain/audit/books-check.ts';
import { company } from '../domain/company/company.ts';
import type { CompanyEvent } from '../domain/company/events.ts';
import { COMPANY_ID } from '../domain/company/terms.ts';
import { dollarText } from '../domain/kit/money.ts';
import { parseConfig } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withCauses } from '../platform/runtime/error-texts.ts';
import { openStores } from '../platform/runtime/stores.ts';
import { type EventLog, isDecoded, type LogEntry, START } from '../store/event-store.ts';

// Makes the books from the log, prints the balance of each account, and checks them: npm run verify:books
// Exits with 1 if anything is wrong. On the embedded stores, stop the server first.

const PAGE = 1_000;

try {
  const stores = await openStores(parseConfig(process.env), systemClock, { isThere: true });
  for (const warning of stores.warnings) console.warn(warning);
  try {
    const { report, names, unreadable } = await readBooks(stores.log);
    print(report, names);
    for (const each of report.mended) console.log(each);
    const faults = [...unreadable, ...report.faults];
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) {
      console.error('The books are off. Tell whoever runs Heartwood, with the lines above.');
      process.exitCode = 1;
    } else console.log('The books are right: they match all invoices, credit and costs.');
  } finally {
    await stores.close();
  }
} catch (cause) {
  console.error(`The books were not checked: ${withCauses(cause)}`);
  process.exit(1);
}

async function readBooks(
  log: EventLog,
): Promise<{ report: BooksReport; names: AccountNames; unreadable: readonly string[] }> {
  const books = new BooksCheck();
  const unreadable: string[] = [];
  let settings = company.initial;
  for await (const entry of entriesOf(log)) {
    const { type, stream, revision } = entry;
    if (isDecoded(entry)) {
      if (stream === `${company.category}-${COMPANY_ID}`)
        settings = company.evolve(settings, entry as unknown as CompanyEvent);
      else books.take(entry);
    } else if (mayBeBooked(stream)) {
      unreadable.push(`The event ${type} at ${stream}@${revision} cannot be read: ${entry.error}`);
    }
  }
  return { report: books.report(), names: settings.accountNames ?? {}, unreadable };
}

/** The whole log, in order. */
async function* entriesOf(log: EventLog): AsyncGenerator<LogEntry, void, undefined> {
  let page = await log.readAll(START, PAGE);
  while (page.length > 0) {
    yield* page;
    page = await log.readAll(page.at(-1)?.position ?? START, PAGE);
  }
}

function print({ entries, accounts, onItsWay }: BooksReport, names: AccountNames): void {
  const rows = accounts.map(({ account, debit, credit }) => ({ name: accountName(account, names), debit, credit }));
  const total = { name: 'All accounts', debit: 0, credit: 0 };
  for (const { debit, credit } of rows) {
    total.debit += debit;
    total.credit += credit;
  }
  const width = Math.max(...rows.map(({ name }) => name.length), total.name.length);
  console.log(`${'Account'.padEnd(width)}${['Debit', 'Credit', 'Balance'].map(inColumn).join('')}`);
  for (const { name, debit, credit } of [...rows, total]) {
    console.log(`${name.padEnd(width)}${[debit, credit, debit - credit].map(dollarText).map(inColumn).join('')}`);
  }
  console.log(`Made from ${entries} entries. A balance below 0 is a credit.`);
  for (const { customerId, invoice, amount } of onItsWay) {
    console.log(`On its way: ${dollarText(amount)} of the customer ${customerId}, of or for the invoice ${invoice}.`);
  }
}

function inColumn(text: string): string {
  return text.padStart(18);
}
