import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, toast } from '../../support/browser/browser.ts';
import { setUpEmail } from '../../support/email.ts';
import { runScript } from '../../support/processes/process.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import type { TestSmtpServer } from '../../support/servers/smtp-server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// Month-end as the office does it: finished work is invoiced and sent, payments are recorded, and all pages agree.
// Every amount below is computed by hand, at a tax of 6.25%, rounded half up per invoice:
//
//          the work   tax (exact)   invoiced      paid      open    credit
//   Ada   $1,250.00      78.125    $1,328.13  $1,328.13         -         -
//   Bea     $480.50      30.03125    $510.53    $200.20   $310.33         -
//   Cleo     $99.99       6.249375   $106.24    $150.00         -    $43.76
//         $1,830.49     114.41     $1,944.90  $1,678.33   $310.33    $43.76

const CUSTOMERS = [
  { firstName: 'Ada', amount: '1250', total: '$1,328.13' },
  { firstName: 'Bea', amount: '480.50', total: '$510.53' },
  { firstName: 'Cleo', amount: '99.99', total: '$106.24' },
] as const;

/** Including $312.40 for dumping the chips. */
const EXPECTED = {
  received: '$1,678.33',
  costs: '$312.40',
  profit: '$1,365.93',
  /** The invoices paid in full: $1,328.13 and $106.24. */
  paidInFull: '$1,434.37',
  open: '$310.33',
};

let folder: TempFolder;
let browser: TestBrowser | null = null;
let owner: Client;
let smtp: TestSmtpServer;

beforeAll(async () => {
  folder = await tempFolder();
  browser = await openBrowser({ DATA_DIR: folder.path });
  owner = await browser.server.signIn();
  smtp = await setUpEmail(owner);
  await owner.patch('/api/settings', { taxRate: '6.25' }).then(expectStatus(200));
});
afterAll(async () => {
  await stop();
  await smtp.close();
  await folder.remove();
});

/** Stops the server too: the check is on what it left in its folder. */
async function stop(): Promise<void> {
  await browser?.close();
  browser = null;
}

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;

/** A job agreed on but not started. @param amount before tax */
async function addJob({ firstName, amount }: (typeof CUSTOMERS)[number]): Promise<{ id: string; jobNumber: string }> {
  const email = `${firstName.toLowerCase()}@example.com`;
  const customer = await add('/api/customers', { firstName, lastName: 'Reed', email, address: '3 Elm St' });
  return add('/api/jobs', { customerId: customer.id, address: '3 Elm St', serviceType: 'pruning', amount });
}

/** The recipients of emails with invoices. */
async function addressees(): Promise<string[]> {
  const { body: invoices } = await owner.get('/api/invoices').then(expectStatus(200));
  const mails = await Promise.all(
    invoices.map(({ id }: { id: string }) =>
      owner.get(`/api/mails?category=invoice&recordId=${id}`).then(expectStatus(200)),
    ),
  );
  return mails.flatMap(({ body }) => body.map(({ to }: { to: string }) => to)).toSorted();
}

/** Expects a figure, found by its label, to have this full value. */
async function expectFigure(page: Page, label: string, value: string): Promise<void> {
  const figure = page.locator('.hw-stat', { has: page.getByText(label, { exact: true }) });
  await expect.poll(() => figure.locator('.hw-stat-value').innerText(), { message: label }).toBe(value);
}

/** Records a payment on an invoice of the list, in its drawer, and checks what is left. */
async function recordPayment(page: Page, customer: string, amount: string, method: string, left: string) {
  await page.goto('/invoices');
  await page.getByRole('row', { name: customer }).click();
  const drawer = page.locator('.hw-drawer');
  await drawer.getByRole('tab', { name: 'Payments' }).click();
  const form = drawer.getByRole('region', { name: 'Record Payment' });
  await form.getByLabel('Amount').fill(amount);
  await form.getByLabel('Payment Method').selectOption(method);
  await form.getByRole('button', { name: 'Record Payment' }).click();
  await toast(page).getByText('Payment Processed').waitFor();
  const balance = drawer.locator('.hw-detail', { hasText: 'Remaining Balance' }).locator('dd');
  await expect.poll(() => balance.innerText()).toBe(left);
}

test('At month-end jobs are finished, invoiced and sent at once, paid, and every page and the books agree to the cent', {
  tags: ['deep'],
}, async () => {
  if (!browser) throw new Error('There is no browser.');
  const [ada, bea, cleo] = [await addJob(CUSTOMERS[0]), await addJob(CUSTOMERS[1]), await addJob(CUSTOMERS[2])];
  for (const { id } of [ada, bea]) {
    await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  }
  await add('/api/costs', { category: 'disposal', amount: '312.40', description: 'Tip of the chips' });
  const page = await browser.newPage({ signedIn: true });

  // The last job is finished.
  await page.goto(`/jobs/${cleo.id}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await toast(page).getByText('Job Finished').waitFor();

  // Everything finished is invoiced at once.
  await page.goto('/invoices');
  await page.getByRole('button', { name: 'Generate Invoice' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Generate Invoice' });
  await dialog.getByText(cleo.jobNumber).waitFor();
  await dialog.getByRole('checkbox', { name: 'All of them' }).check({ force: true });
  await dialog
    .getByRole('status')
    .filter({ hasText: '3 jobs, before tax and deposits' })
    .getByText('$1,830.49')
    .waitFor();
  await dialog.getByRole('button', { name: 'Generate 3 invoices' }).click();
  await toast(page).getByText('3 invoices were made.').waitFor();
  const generated = dialog.getByRole('region', { name: 'Generated' });
  for (const { firstName, total } of CUSTOMERS) {
    await generated
      .getByRole('listitem')
      .filter({ hasText: `${firstName} Reed` })
      .getByText(total)
      .waitFor();
  }

  // And sent at once, each to its customer.
  await generated.getByRole('button', { name: 'Email these 3' }).click();
  await toast(page).getByText('3 invoices go out in a few seconds.').waitFor();
  expect(await generated.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByLabel('Status').selectOption('Not sent');
  await page.getByText('No invoices found').waitFor();
  await expect.poll(addressees).toEqual(['ada@example.com', 'bea@example.com', 'cleo@example.com']);

  // One pays everything, one a part, one too much.
  await recordPayment(page, 'Ada Reed', '1,328.13', 'Check', '$0');
  await recordPayment(page, 'Bea Reed', '200.20', 'Cash', '$310.33');
  await recordPayment(page, 'Cleo Reed', '150', 'Bank transfer', '$0');
  await page.getByText('$43.76 of it became credit').waitFor();

  // The list behind the drawer is up to date.
  await expectFigure(page, 'Total Revenue', EXPECTED.paidInFull);
  await expectFigure(page, 'Pending Payments', EXPECTED.open);
  await expectFigure(page, 'Overdue', '$0');

  // The reports add up what is paid in full, and show what came in.
  await page.goto('/reports');
  await expectFigure(page, 'Total Revenue', EXPECTED.paidInFull);
  await expectFigure(page, 'Completed Jobs', '3');
  await expectFigure(page, 'Avg Job Value', '$478.12');
  await expectFigure(page, "This Month's Revenue", EXPECTED.received);
  await expectFigure(page, 'Jobs Completed', '3');
  await expectFigure(page, 'Efficiency Rating', '559%');
  await page.getByText('How these figures are counted').click();
  await page.getByText(`less refunds: ${EXPECTED.received} so far.`).waitFor();
  const receivables = page.getByRole('region', { name: 'Receivables by age' });
  await receivables.getByRole('row', { name: 'Bea Reed $310.33 $0 $0 $0 $0 $310.33' }).waitFor();
  await receivables.getByRole('row', { name: 'Total $310.33 $0 $0 $0 $0 $310.33' }).waitFor();
  for (const [name, total] of [
    ['Customer Report', 'Total 3 $1,944.90 $1,678.33 $310.33'],
    ['Revenue Report', 'Total $84.38 $1,434.37'],
  ] as const) {
    await page.goto('/reports');
    await page.getByRole('link', { name }).click();
    await page.getByRole('row', { name: total }).waitFor();
  }

  // Financial analytics counts what came in, and agrees with the reports.
  await page.goto('/financial-dashboard');
  await expectFigure(page, 'Total Revenue', EXPECTED.received);
  await expectFigure(page, 'Total Costs', EXPECTED.costs);
  await expectFigure(page, 'Total Profit', EXPECTED.profit);
  await expectFigure(page, 'Average Job Value', '$610.16');
  await expectFigure(page, 'Paid', EXPECTED.received);
  await expectFigure(page, 'Pending', EXPECTED.open);
  await expectFigure(page, 'Overdue', '$0');
  await page.getByText('How these figures are counted').click();
  await page.getByText(`paid in full on these days: ${EXPECTED.paidInFull}.`).waitFor();
  await page.locator('.hw-stat', { hasText: 'Total Revenue' }).click();
  await page.getByRole('row', { name: `Total ${EXPECTED.received}` }).waitFor();

  // The month is in the books, and balances.
  await page.goto('/accounting');
  const months = page.getByRole('region', { name: 'Months' });
  await months.getByRole('row', { name: / Open 7 \$3,935\.63 —$/ }).waitFor();
  const balance = page.getByRole('region', { name: 'Trial balance' });
  for (const row of [
    'Checking account $0 $1,678.33 $0 $1,678.33',
    'Accounts receivable $0 $1,944.90 $1,634.57 $310.33',
    'Tree service sales $0 $0 $1,830.49 -$1,830.49',
    'Sales tax payable $0 $0 $114.41 -$114.41',
    'Customer credit $0 $0 $43.76 -$43.76',
    'Disposal costs $0 $312.40 $0 $312.40',
    'Costs to be paid $0 $0 $312.40 -$312.40',
    'All accounts $3,935.63 $3,935.63',
  ])
    await balance.getByRole('row', { name: row }).waitFor();

  // So does the history itself, from its first event on.
  await page.context().close();
  await stop();
  const { code, output } = await runScript('scripts/verify-books.ts', [], { DATA_DIR: folder.path });
  expect(output).toMatch(/All accounts +\$3,935\.63 +\$3,935\.63 +\$0\.00/);
  expect(output).toContain('Made from 7 entries.');
  expect(output).toContain('The books are right: they match all invoices, credit and costs.');
  expect(output).not.toContain('On its way');
  expect(code).toBe(0);
});
