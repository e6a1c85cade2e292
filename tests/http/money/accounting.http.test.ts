import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../support/requests/client.ts';
import { leaveInvoices } from '../../support/samples/left-invoices.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

/** 15 June, noon in New York. */
const NOW = Date.parse('2037-06-15T16:00:00.000Z');
let folder: TempFolder;
let server: TestServer;
let owner: Client;
let position = '';

const add = async (path: string, body: object) => {
  const made = await owner.post(path, body).then(expectStatus(201));
  position = made.headers.get('x-position') ?? '';
  return made.body;
};
const change = async (path: string, body: object) => {
  const changed = await owner.patch(path, body).then(expectStatus(200));
  position = changed.headers.get('x-position') ?? '';
};
const read = async (path: string) =>
  (await owner.get(`/api/accounting/${path}`, { 'x-min-position': position }).then(expectStatus(200))).body;
/** The cells of a file, without its header. */
const rows = async (path: string) => {
  const [header, ...lines] = ((await read(path)) as string).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(header).toBe('date,account,debit,credit,memo,reference,entry');
  return lines.map((line) => line.split(','));
};
const cents = (text: string | null) => (text ? Math.round(Number(text) * 100) : 0);

beforeAll(async () => {
  folder = await tempFolder();
  const issuedOn = '2037-05-10';
  await leaveInvoices(folder.path, [
    { details: { issuedOn, dueDate: '2037-06-10' }, paid: [{ day: '2037-05-20', amount: 10_800 }] },
    { details: { issuedOn: '2037-06-02', dueDate: '2037-07-02' }, paid: [{ day: '2037-06-03', amount: 12_000 }] },
  ]);
  server = await startTestServer({ DATA_DIR: folder.path }, () => NOW);
  owner = await server.signIn();
  await add('/api/costs', { category: 'material', day: '2037-05-11', amount: '90', description: 'Rope' });
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

describe('the journal', () => {
  test('The journal has every line of the books by day, under the number of its document', async () => {
    const lines = await read('journal?to=2037-05-31');
    const [issued] = lines;
    expect(issued).toEqual({
      date: '2037-05-10',
      account: 'Accounts receivable',
      debit: '108.00',
      credit: null,
      memo: 'Invoice issued',
      reference: 'INV-1001',
      entry: 'INV-1001-0',
      accountKey: 'receivable',
      about: 'invoice',
      id: expect.any(String),
      aboutId: expect.any(String),
      recordedAt: expect.any(String),
      export: null,
      isCorrection: false,
    });
    expect(
      lines.map(({ date, account, debit, credit, memo }: Record<string, string>) => [
        date,
        account,
        debit,
        credit,
        memo,
      ]),
    ).toEqual([
      ['2037-05-10', 'Accounts receivable', '108.00', null, 'Invoice issued'],
      ['2037-05-10', 'Tree service sales', null, '100.00', 'Invoice issued'],
      ['2037-05-10', 'Sales tax payable', null, '8.00', 'Invoice issued'],
      ['2037-05-11', 'Material costs', '90.00', null, 'Cost'],
      ['2037-05-11', 'Costs to be paid', null, '90.00', 'Cost'],
      ['2037-05-20', 'Checking account', '108.00', null, 'Payment: Check'],
      ['2037-05-20', 'Accounts receivable', null, '108.00', 'Payment: Check'],
    ]);
  });

  test('The journal up to the last day that there is has every line', async () => {
    const all = await read('journal');
    expect(all.length).toBeGreaterThan(0);
    expect(await read('journal?to=9999-12-31')).toEqual(all);
  });

  test('The journal comes as a file that balances per document, with the names that the owner gave to accounts', async () => {
    await change('/api/settings', { accountNames: { bank: '=1010 "Bank", Main' } });
    const file = (await read('journal?format=csv')) as string;
    expect(file).toContain(`2037-05-20,"'=1010 ""Bank"", Main",108.00,,Payment: Check,INV-1001,INV-1001-1\r\n`);
    await change('/api/settings', { accountNames: {} });
    const sums = new Map<string, number>();
    for (const [, , debit = '', credit = '', , reference = ''] of await rows('journal?format=csv'))
      sums.set(reference, (sums.get(reference) ?? 0) + cents(debit) - cents(credit));
    expect([...sums.values()]).toEqual([0, 0, 0]);
    expect(await rows('journal?format=csv&from=2036-01-01&to=2036-12-31')).toEqual([]);
  });

  test('The journal is narrowed to an account, and comes in pages', async () => {
    const bank = await read('journal?account=bank');
    expect(bank.map(({ debit }: { debit: string }) => debit)).toEqual(['108.00', '120.00']);
    const path = '/api/accounting/journal?account=bank&limit=1';
    const first = await owner.get(path).then(expectStatus(200));
    const cursor = encodeURIComponent(first.headers.get('x-next-cursor') ?? '');
    const second = await owner.get(`${path}&cursor=${cursor}`).then(expectStatus(200));
    expect([...first.body, ...second.body]).toEqual(bank);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  test('The journal has what a change of a cost took back and what it booked, each on its day', async () => {
    const { id } = await add('/api/costs', { category: 'other', day: '2037-04-30', amount: '10' });
    await change(`/api/costs/${id}`, { day: '2037-05-01', amount: '12.50' });
    const lines = (await read('journal')).filter(({ aboutId }: { aboutId: string }) => aboutId === id);
    const reference = `C-${id.replaceAll('-', '').slice(0, 12).toUpperCase()}`;
    expect(
      lines.map((line: Record<string, string>) => [line['date'], line['memo'], line['debit'], line['entry']]),
    ).toEqual([
      ['2037-04-30', 'Cost', '10.00', `${reference}-0`],
      ['2037-04-30', 'Cost', null, `${reference}-0`],
      ['2037-04-30', 'Cost taken back', '10.00', `${reference}-1`],
      ['2037-04-30', 'Cost taken back', null, `${reference}-1`],
      ['2037-05-01', 'Cost', '12.50', `${reference}-1b`],
      ['2037-05-01', 'Cost', null, `${reference}-1b`],
    ]);
  });

  test.each([
    ['journal?from=2037-02-30', 'from must be a day like 2026-06-15.'],
    ['journal?from=2037-06-02&to=2037-06-01', 'The last day must not be before the first.'],
    ['journal?account=savings', 'account must be one of: bank,'],
    ['trial-balance?to=June', 'to must be a day like 2026-06-15.'],
  ])('Accounting refuses %s', async (path, message) => {
    const refused = await owner.get(`/api/accounting/${path}`).then(expectStatus(400));
    expect(JSON.stringify(refused.body)).toContain(message);
  });
});

describe('the trial balance', () => {
  test('The trial balance has what each account came to before some days, in them and after', async () => {
    const { debit, credit, rows: accounts } = await read('trial-balance?from=2037-06-01&to=2037-06-30');
    expect([debit, credit]).toEqual(['228.00', '228.00']);
    const of = (key: string) => accounts.find(({ accountKey }: { accountKey: string }) => accountKey === key);
    expect(of('bank')).toMatchObject({ opening: '108.00', debit: '120.00', credit: '0.00', closing: '228.00' });
    expect(of('sales')).toMatchObject({ opening: '-100.00', debit: '0.00', credit: '100.00', closing: '-200.00' });
    expect(of('credit')).toMatchObject({ opening: '0.00', credit: '12.00', closing: '-12.00' });
    const sum = (field: string) =>
      accounts.reduce((all: number, row: Record<string, string>) => all + cents(row[field] ?? ''), 0);
    expect([sum('opening'), sum('closing')]).toEqual([0, 0]);
  });
});

describe('exporting periods', () => {
  const exporting = (from: string, to: string) => owner.post('/api/accounting/periods', { from, to });
  const fileOf = (id: string) => read(`periods/${id}/journal?format=csv`) as Promise<string>;
  let april: { id: string; number: number };
  let may: { id: string; number: number };

  test.each([
    ['2037-04-01', '2037-02-30', 400, 'to must be a day like 2026-06-15.'],
    ['2037-05-31', '2037-05-01', 400, 'The last day must not be before the first.'],
    ['2037-04-01', '2037-06-16', 400, 'The last day must not be after today.'],
    ['2037-05-01', '2037-05-31', 400, '2037-04-30 is the first day with an entry: begin on that day or earlier.'],
    ['', '2037-05-31', 400, 'from must be a day like 2026-06-15.'],
  ])('Exporting a period refuses %s to %s, and nothing is exported', async (from, to, status, message) => {
    const refused = await exporting(from, to).then(expectStatus(status));
    expect(JSON.stringify(refused.body)).toContain(message);
    expect((await read('periods')).exports).toEqual([]);
  });

  test('Periods are months with their totals before anything is exported', async () => {
    const { months, next, corrections, exports } = await read('periods');
    expect([next, exports]).toEqual([{ from: '2037-04-30', to: '2037-04-30' }, []]);
    expect(corrections).toEqual({ entries: 0, amount: '0.00' });
    expect(months.map(({ month, state, amount }: Record<string, string>) => [month, state, amount])).toEqual([
      ['2037-06', 'open', '228.00'],
      ['2037-05', 'open', '318.50'],
      ['2037-04', 'open', '20.00'],
    ]);
    expect(months[0].accounts[0]).toEqual({
      accountKey: 'bank',
      account: 'Checking account',
      debit: '120.00',
      credit: '0.00',
    });
  });

  test('Exporting a period marks its days, and gives the same file each time, whatever happens later', async () => {
    april = await add('/api/accounting/periods', { from: '2037-04-01', to: '2037-04-30' });
    expect(april).toMatchObject({ number: 1, from: '2037-04-01', to: '2037-04-30', removed: false });
    may = await add('/api/accounting/periods', { from: '2037-05-01', to: '2037-05-31' });
    const before = await fileOf(may.id);
    expect(before.split('\r\n')).toHaveLength(1 + 9 + 1);
    await change('/api/settings', { accountNames: { bank: 'Other Bank' } });
    await add('/api/costs', { category: 'disposal', day: '2037-05-15', amount: '40', description: 'Chips' });
    await add('/api/costs', { category: 'disposal', day: '2037-06-01', amount: '5', description: 'Chips' });
    expect(await fileOf(may.id)).toBe(before);
    expect(before).toContain('Checking account');
    const page = await owner.get(`/api/accounting/periods/${may.id}/journal`).then(expectStatus(200));
    expect(page.body[0]).toMatchObject({ date: '2037-05-01', memo: 'Cost', export: 2, isCorrection: false });
  });

  test('What came to an exported day later is told, and is in the next export, dated within that', async () => {
    const { corrections, months, next } = await read('periods');
    expect(corrections).toEqual({ entries: 1, amount: '40.00' });
    expect(months[1]).toMatchObject({
      month: '2037-05',
      state: 'exported',
      corrections: { entries: 1, amount: '40.00' },
    });
    expect(next).toEqual({ from: '2037-06-01', to: '2037-06-15' });
    const waiting = await read('corrections');
    expect(waiting).toMatchObject([
      { date: '2037-05-15', debit: '40.00', memo: 'Cost', export: null, isCorrection: true },
      { date: '2037-05-15', credit: '40.00', memo: 'Cost', export: null, isCorrection: true },
    ]);
    const june = await add('/api/accounting/periods', { from: '2037-06-01', to: '2037-06-15' });
    const lines = await rows(`periods/${june.id}/journal?format=csv`);
    const reference = expect.stringMatching(/^C-[0-9A-F]{12}$/);
    const entry = expect.stringMatching(/^C-[0-9A-F]{12}-0$/);
    const memo = 'Correction of 2037-05-15: Cost';
    expect(lines.slice(0, 2)).toEqual([
      ['2037-06-01', 'Disposal costs', '40.00', '', memo, reference, entry],
      ['2037-06-01', 'Costs to be paid', '', '40.00', memo, reference, entry],
    ]);
    expect(lines.map(([date]) => date)).toEqual(lines.map(([date]) => date).sort());
    expect(await read('corrections')).toEqual([]);
    expect((await read('periods')).next).toBeNull();
    const path = `/api/accounting/periods/${june.id}/journal`;
    const paged = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await owner.get(`${path}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      paged.push(...page.body);
      cursor = page.headers.get('x-next-cursor');
    }
    expect(paged).toEqual((await owner.get(path)).body);
    expect(paged).toHaveLength(lines.length);
    await owner.get(`${path}?limit=2&cursor=days:what`).then(expectStatus(400));
  });

  test('A day that is already exported is not exported again', async () => {
    expect((await exporting('2037-06-15', '2037-06-15').then(expectStatus(409))).body.message).toBe(
      'The days up to 2037-06-15 are already exported. Begin with 2037-06-16.',
    );
  });

  test('Only the newest export is taken back, and its number is not given again', async () => {
    const [newest] = (await read('periods')).exports;
    const refused = await owner.delete(`/api/accounting/periods/${may.id}`).then(expectStatus(409));
    expect(refused.body.message).toBe('Only the newest export can be undone: later ones build on this one.');
    position =
      (await owner.delete(`/api/accounting/periods/${newest.id}`).then(expectStatus(204))).headers.get('x-position') ??
      '';
    expect((await read('corrections')).length).toBe(2);
    await owner.get(`/api/accounting/periods/${newest.id}/journal`).then(expectStatus(404));
    const again = await exporting('2037-06-01', '2037-06-10').then(expectStatus(201));
    expect(again.body.number).toBe(4);
    const step = again.headers.get('x-command-id');
    await owner.post('/api/undo', { category: 'period', id: again.body.id, commandId: step }).then(expectStatus(200));
  });

  test('An export that is sent twice is the same export', async () => {
    const key = { 'idempotency-key': 'june' };
    const send = () => owner.post('/api/accounting/periods', { from: '2037-06-01', to: '2037-06-10' }, key);
    const [first, second] = [await send().then(expectStatus(201)), await send().then(expectStatus(201))];
    expect(second.body.id).toBe(first.body.id);
  });

  test('An export that does not exist is not found', async () => {
    await owner.get('/api/accounting/periods/nothing/journal').then(expectStatus(404));
    await owner.delete('/api/accounting/periods/nothing').then(expectStatus(404));
  });
});
