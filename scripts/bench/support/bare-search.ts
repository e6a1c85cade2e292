import { DatabaseSync } from 'node:sqlite';
import { benchCustomer } from './customers-log.ts';

/** A table of the same customers, searched by LIKE. */
export interface BareSearch {
  /** @returns how many of the first 50 rows contain the text */
  search(text: string): number;
  close(): void;
}

const COLUMNS = ['firstName', 'lastName', 'email', 'phone', 'address'] as const;

/** The baseline of bench:search: one row per customer, and a full scan for rare text. */
export function openBareSearch(file: string, customers: number): BareSearch {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA synchronous = OFF; CREATE TABLE customers (${COLUMNS.join(', ')}); BEGIN`);
  const insert = database.prepare(`INSERT INTO customers VALUES (${COLUMNS.map(() => '?').join(', ')})`);
  for (let number = 0; number < customers; number++) {
    const customer = benchCustomer(number);
    insert.run(...COLUMNS.map((column) => customer[column]));
  }
  database.exec('COMMIT');
  const anywhere = COLUMNS.map((column) => `${column} LIKE ?1 ESCAPE '\\'`).join(' OR ');
  const select = database.prepare(`SELECT * FROM customers WHERE ${anywhere} LIMIT 50`);
  return {
    search: (text) => select.all(`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`).length,
    close: () => database.close(),
  };
}
