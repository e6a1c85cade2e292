import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn, PASSWORD } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { expectStatus } from '../../support/server.ts';
import { openConsole, type TestConsole } from '../page.ts';

let heartwood: TestConsole;
let owner: Client;

beforeAll(async () => {
  heartwood = await openConsole();
  owner = await heartwood.server.signIn();
});
afterAll(() => heartwood.close());

async function addJob(changes: object = {}): Promise<string> {
  return (await owner.post('/api/jobs', { address: '3 Elm St', ...changes }).then(expectStatus(201))).body.id;
}

async function jobOf(id: string) {
  return (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;
}

test('The list of jobs begins empty, and says how to begin', async () => {
  const page = await heartwood.open('/jobs');
  await page.part('heading', 'Jobs Dashboard');
  await page.see('No active jobs found');
  await page.see('Create a new job to get started.');
});

test('A new job with a date is offered as visits by the working hours of its crew where it takes longer, or as one', async () => {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  const hours = { workingDays: days, workingHours: { start: '07:30', end: '16:00' } };
  await owner.patch('/api/settings', hours).then(expectStatus(200));
  const crew = { name: 'Early', workingHours: { start: '06:00', end: '16:00' } };
  await owner.post('/api/crews', crew).then(expectStatus(201));
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  await dialog.fill('Title', 'Grove');
  await dialog.fill('Address', '9 Elm St');
  await dialog.fill('Estimated duration', '20');
  await dialog.gone('Split into visits by working hours');
  await dialog.fill(/^Date/, '2036-06-20');
  const visits = await dialog.part('list', 'Visits');
  await visits.see(/Fri, Jun 20, 7:30\sAM to 4:00\sPM/);
  await visits.see(/Tue, Jun 24, 7:30\sAM to 10:30\sAM/);
  // Nobody ever means these hours, nor are they taken; and 1,000 are more visits than a job can have.
  for (const hours of ['1e9', '10,5', '1000']) {
    await dialog.fill('Estimated duration', hours);
    await dialog.gone('Split into visits by working hours');
  }

  await dialog.fill('Estimated duration', '60');
  await dialog.click('checkbox', 'Split into visits by working hours');
  await dialog.gone(/Fri, Jun 20, 7:30\sAM/);
  await dialog.click('button', 'Create Job');
  await dialog.see(/Leave its date empty, then schedule its visits\./);
  await dialog.click('checkbox', 'Split into visits by working hours');
  await dialog.fill('Estimated duration', '20');
  await page.user.click(await dialog.screen.findByRole('combobox', { name: 'Crew' }));
  await dialog.click('option', /^Early/);
  await dialog.see(/Mon, Jun 23, 6:00\sAM to 4:00\sPM/);
  await dialog.click('button', 'Create Job');
  await page.toast('Job Created');
  const [grove] = (await owner.get('/api/jobs?search=Grove').then(expectStatus(200))).body;
  expect(grove.visits).toEqual([
    { start: '2036-06-20T10:00:00.000Z', end: '2036-06-20T20:00:00.000Z' },
    { start: '2036-06-23T10:00:00.000Z', end: '2036-06-23T20:00:00.000Z' },
  ]);
});

test('A new job that takes a little longer than the working hours is one visit, unless somebody splits it', async () => {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  await dialog.fill('Title', 'Long day');
  await dialog.fill('Address', '9 Elm St');
  await dialog.fill('Estimated duration', '10');
  await dialog.fill(/^Date/, '2036-06-20');
  await dialog.part('checkbox', 'Split into visits by working hours');
  await dialog.gone(/Fri, Jun 20/);
  await dialog.click('button', 'Create Job');
  await page.toast('Job Created');
  const [job] = (await owner.get('/api/jobs?search=Long+day').then(expectStatus(200))).body;
  expect(job.visits).toEqual([{ start: '2036-06-20T12:00:00.000Z', end: '2036-06-20T22:00:00.000Z' }]);
});

test('Whoever gives a job a crew or a time that conflicts with another job is told of it', async () => {
  const { id: crewId } = (await owner.post('/api/crews', { name: 'North' }).then(expectStatus(201))).body;
  const taken = { crewId, visits: [{ start: '2036-07-07T12:00:00Z', end: '2036-07-07T16:00:00Z' }] };
  await addJob(taken);
  const inConflict = /Now in conflict: North is at J-\d+ then/;
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  await dialog.fill('Title', 'Ash');
  await dialog.fill('Address', '9 Elm St');
  await page.user.click(await dialog.screen.findByRole('combobox', { name: 'Crew' }));
  await dialog.click('option', /^North/);
  await dialog.fill(/^Date/, '2036-07-07');
  await dialog.click('button', 'Create Job');
  await (await page.toast('Job Created')).see(inConflict);

  const moved = await heartwood.open(`/jobs/${await addJob({ crewId })}`);
  await moved.click('button', 'Schedule');
  const when = await moved.part('dialog', 'Schedule the job');
  await when.fill('Date', '2036-07-07');
  await when.click('button', 'Schedule');
  await (await moved.toast('Job scheduled successfully!')).see(inConflict);

  const edited = await heartwood.open(`/jobs/${await addJob({ ...taken, crewId: null })}?edit=true`);
  await edited.user.click(await edited.screen.findByRole('combobox', { name: 'Crew' }));
  await edited.click('option', /^North/);
  await edited.click('button', 'Save');
  await (await edited.toast('Job Updated')).see(inConflict);
});

/** A job of a signed quote that asked for a deposit of $300. @returns the ids of both */
async function addJobWithDeposit(item: object = {}): Promise<{ jobId: string; depositId: string }> {
  const { id: customerId } = (await owner.post('/api/customers', { lastName: 'Ivy' }).then(expectStatus(201))).body;
  const items = [{ service: 'tree_removal', description: 'Oak', unitPrice: 1000, ...item }];
  const quote = { customerId, customerName: 'Ivy', propertyAddress: '3 Elm St', items, depositPercent: 30 };
  const { id } = (await owner.post('/api/quotes', quote).then(expectStatus(201))).body;
  const { url } = (await owner.post(`/api/quotes/${id}/send`).then(expectStatus(200))).body;
  const approval = `/api/public/quotes/${new URL(url).pathname.split('/').at(-1)}/approve`;
  await owner.post(approval, { version: 1, signature: 'Ivy' }).then(expectStatus(200));
  const [deposit] = (await owner.get(`/api/invoices?quoteId=${id}`).then(expectStatus(200))).body;
  return { jobId: deposit.jobId, depositId: deposit.id };
}

test('A new job asks for crew size, skills, equipment and time window, folded, and saves what is filled in there', async () => {
  const page = await heartwood.open('/jobs?new=true');
  const dialog = await page.part('dialog', 'New Job');
  await dialog.fill('Address', '9 Elm St');
  const folded = (await dialog.see('Crew size, skills, equipment and time window')).closest('details');
  expect(folded?.open).toBe(false);
  await dialog.fill('Crew size', '99');
  expect(folded?.open).toBe(true);
  await dialog.fill('Skills needed', 'Climbing');
  await page.user.click(await dialog.screen.findByLabelText('Chippers'));
  await dialog.fill('Time window: start', '08:00');
  await dialog.fill('Time window: end', '10:00');
  folded?.removeAttribute('open');
  await dialog.click('button', 'Create Job');
  await dialog.see(/crew size must be a whole number from 1/i);
  expect(folded?.open).toBe(true);
  expect(page.window.document.activeElement?.getAttribute('name')).toBe('minimumCrewSize');
  await dialog.fill('Crew size', '3');
  await dialog.click('button', 'Create Job');
  await page.toast('Job Created');
  const [job] = (await owner.get('/api/jobs').then(expectStatus(200))).body;
  expect(job).toMatchObject({
    minimumCrewSize: 3,
    requiredSkills: ['Climbing'],
    requiredEquipment: ['Chippers'],
    timeWindow: { start: '08:00', end: '10:00' },
  });
});

describe('the page of a job', () => {
  test('Work of 0 hours has no hours on the page of its job, where it is planned with 4', async () => {
    const { jobId } = await addJobWithDeposit({ estimatedHours: 0 });
    const page = await heartwood.open(`/jobs/${jobId}`);
    await page.see(/4 h \(assumed\)/);
    await page.gone(/· 0 min/);
  });

  test('Whoever cancels a job is told before what becomes of its deposit, owed or paid, and sees it after', async () => {
    await owner.patch('/api/settings', { taxRate: '0' }).then(expectStatus(200));
    const { jobId, depositId } = await addJobWithDeposit();
    let page = await heartwood.open(`/jobs/${jobId}?do=cancel`);
    let dialog = await page.part('dialog', 'Cancel the job');
    await dialog.part('link', /^INV-\d+$/);
    await dialog.see('A deposit of $300 was asked for with');
    await dialog.see(/^\$300 is still owed until you cancel INV-\d+\. Nobody is reminded of it\.$/);
    expect(dialog.screen.queryByText(/is paid/)).toBeNull();
    await owner
      .post(`/api/invoices/${depositId}/payments`, { amount: 100, paymentMethod: 'check' })
      .then(expectStatus(201));
    page = await page.reload(`/jobs/${jobId}?do=cancel`);
    dialog = await page.part('dialog', 'Cancel the job');
    await dialog.see(/^\$200 is still owed/);
    await dialog.see(/^\$100 is paid, and stays the customer’s deposit until you refund it/);
    await dialog.fill('Reason', 'Sold the house');
    await dialog.click('button', 'Cancel the job');
    await page.toast('Job Cancelled');
    await (await page.partAt('main')).see(/^\$100 is paid, and stays the customer’s deposit/);
    const invoice = await page.reload(`/invoices?invoice=${depositId}`);
    await invoice.see(/^Its job is cancelled or was removed, so nobody is reminded of this deposit\./);
  });

  test('Whoever removes a job is told before what becomes of its deposit, and sees it after, until the job is restored', async () => {
    await owner.patch('/api/settings', { taxRate: '0' }).then(expectStatus(200));
    const { jobId } = await addJobWithDeposit();
    const page = await heartwood.open(`/jobs/${jobId}`);
    await page.click('button', 'More actions');
    await page.click('menuitem', 'Remove…');
    const dialog = await page.part('dialog', 'Remove the job');
    await dialog.see(/^\$300 is still owed until you cancel INV-\d+\. Nobody is reminded of it\.$/);
    expect((await jobOf(jobId)).removed).toBe(false);
    await dialog.click('button', 'Remove the job');
    const toast = await page.toast('Job Removed');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
    await page.see(/^\$300 is still owed until you cancel INV-\d+\./);
    expect((await jobOf(jobId)).removed).toBe(true);
    await toast.click('button', 'Undo');
    await page.gone(/^\$300 is still owed/);
    expect((await jobOf(jobId)).removed).toBe(false);
  });

  test('A job without a quote is removed without a question', { tags: ['deep'] }, async () => {
    const id = await addJob({ title: 'Plain' });
    const page = await heartwood.open(`/jobs/${id}`);
    await page.click('button', 'More actions');
    await page.click('menuitem', 'Remove');
    await page.toast('Job Removed');
    expect((await jobOf(id)).removed).toBe(true);
  });

  test('Whoever closes a job with nothing to invoice is told before what to do with its deposit, and may close it then', async () => {
    await owner.patch('/api/settings', { taxRate: '0' }).then(expectStatus(200));
    const { jobId, depositId } = await addJobWithDeposit();
    await owner.put(`/api/jobs/${jobId}`, { amount: '0' }).then(expectStatus(200));
    await owner.post(`/api/jobs/${jobId}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${jobId}/complete`).then(expectStatus(200));
    await owner
      .post(`/api/invoices/${depositId}/payments`, { amount: 100, paymentMethod: 'check' })
      .then(expectStatus(201));
    let page = await heartwood.open(`/jobs/${jobId}?do=nothing-to-invoice`);
    let dialog = await page.part('dialog', 'Nothing to invoice');
    await dialog.see('A deposit of $300 was asked for with');
    await dialog.see(/^\$200 is still owed, and no invoice deducts it: cancel INV-\d+ first\.$/);
    await dialog.see(/^\$100 is paid, and no invoice deducts it: first refund it as no longer owed/);
    const canClose = () =>
      !dialog.screen.getByRole<HTMLButtonElement>('button', { name: 'Nothing to invoice' }).disabled;
    expect(canClose()).toBe(false);
    await owner.post(`/api/invoices/${depositId}/cancel`).then(expectStatus(200));
    page = await page.reload(`/jobs/${jobId}?do=nothing-to-invoice`);
    dialog = await page.part('dialog', 'Nothing to invoice');
    await expect.poll(canClose).toBe(true);
    expect(dialog.screen.queryByText(/deposit/)).toBeNull();
    await dialog.click('button', 'Nothing to invoice');
    await page.toast('Nothing to Invoice');
  });

  test('A double click on Add adds the hours once', async () => {
    const { id: personId } = (await owner.post('/api/staff', { firstName: 'Ada' }).then(expectStatus(201))).body;
    const crew = { name: 'Once', memberIds: [personId] };
    const { id: crewId } = (await owner.post('/api/crews', crew).then(expectStatus(201))).body;
    const id = await addJob({ crewId });
    const page = await heartwood.open(`/jobs/${id}`);
    let sent = 0;
    page.answer(/POST .*\/hours$/, ({ send }) => {
      sent += 1;
      return send();
    });
    await page.click('button', 'Add hours');
    const form = await page.partAt('form.hw-form:has([name="hours"])');
    await form.fill('Hours', '2');
    const add = await form.screen.findByRole('button', { name: 'Add' });
    // Both before the form is drawn as busy.
    add.click();
    add.click();
    await page.toast('Hours Added');
    expect((await owner.get(`/api/jobs/${id}`)).body).toMatchObject({ actualHours: 2 });
    expect(sent).toBe(1);
  });

  test('The hours of all who worked are compared with the planned hours of as many people', async () => {
    const { id: personId } = (await owner.post('/api/staff', { firstName: 'Ada' }).then(expectStatus(201))).body;
    const id = await addJob({ estimatedDuration: 1.5, minimumCrewSize: 3 });
    await owner.post(`/api/jobs/${id}/hours`, { personId, day: '2026-06-15', hours: 2 }).then(expectStatus(200));
    const page = await heartwood.open(`/jobs/${id}`);
    await page.see('Total, of 4 h 30 min planned for 3 people');
  });

  test('Whoever cancels a job without a quote is told nothing of a deposit', { tags: ['deep'] }, async () => {
    const page = await heartwood.open(`/jobs/${await addJob({ title: 'Plain' })}?do=cancel`);
    const dialog = await page.part('dialog', 'Cancel the job');
    await dialog.click('button', 'Cancel the job');
    await page.toast('Job Cancelled');
    await page.gone('deposit');
  });

  test('A finished job that costs nothing is closed with a reason, and its page says so until that is undone', async () => {
    const id = await addJob({ title: 'Warranty', amount: '0' });
    await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
    await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
    const page = await heartwood.open(`/jobs/${id}`);
    await page.click('button', 'More actions');
    await page.click('menuitem', 'Nothing to invoice…');
    const dialog = await page.part('dialog', 'Nothing to invoice');
    await dialog.fill('Reason', 'Warranty visit');
    await dialog.click('button', 'Nothing to invoice');
    const toast = await page.toast('Nothing to Invoice');
    await page.see('Nothing to invoice: Warranty visit');
    await page.click('button', 'More actions');
    await page.part('menuitem', 'Remove');
    expect(page.screen.queryByRole('menuitem', { name: 'Invoice…' })).toBeNull();
    await toast.click('button', 'Undo');
    await page.gone('Nothing to invoice: Warranty visit');
    expect((await jobOf(id)).nothingToInvoice).toBeNull();
  });

  test('A plan that a colleague makes in the same moment is shown before anything takes its place', async () => {
    const id = await addJob({ title: 'Beech' });
    const theirs = { status: 'scheduled', scheduledDate: '2036-06-20T13:00:00.000Z' };
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    let isFirst = true;
    page.answer(new RegExp(`PUT /api/jobs/${id}$`), async ({ send }) => {
      if (isFirst) {
        isFirst = false;
        await owner.put(`/api/jobs/${id}`, theirs).then(expectStatus(200));
      }
      return send();
    });
    const dialog = await page.part('dialog', /the job$/);
    await dialog.fill('Date', '2036-06-16');
    await dialog.click('button', 'Schedule');
    await dialog.see('Someone else just changed the plan');
    await dialog.see(/Jun(e)? 20, 2036/);
    expect(await jobOf(id)).toMatchObject({ scheduledDate: theirs.scheduledDate });
    await dialog.click('button', 'Move');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
    expect((await jobOf(id)).scheduledDate).toMatch(/^2036-06-16/);
  });

  test('The page of a job tells two equal times apart when it is moved, leaves one that was not touched, and says what a skipped time becomes', async () => {
    // The clocks go back on November 2, 2036.
    const [first, second] = ['2036-11-02T05:30:00.000Z', '2036-11-02T06:30:00.000Z'];
    const id = await addJob({ title: 'Storm', visits: [{ start: first, end: second }] });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    await page.see(/1:30\sAM EDT to 1:30\sAM EST/);
    let dialog = await page.part('dialog', 'Move the job');
    await dialog.click('button', 'Move');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
    expect((await jobOf(id)).visits).toEqual([{ start: first, end: second }]);

    await page.click('button', 'Move');
    dialog = await page.part('dialog', 'Move the job');
    await dialog.fill('Date', '2036-03-09');
    await dialog.fill('Start', '02:30');
    await dialog.see(/The clocks skip that time: it becomes 3:30\sAM\./);
    await dialog.fill('Date', '2036-11-02');
    await dialog.fill('Start', '01:30');
    await dialog.fill('End', '03:00');
    await dialog.choose(/^Which 1:30\sAM it begins at$/, 'Second 1:30 AM EST');
    await dialog.click('button', 'Move');
    await page.see(/1:30\sAM EST to 3:00\sAM/);
    expect((await jobOf(id)).visits).toEqual([{ start: second, end: '2036-11-02T08:00:00.000Z' }]);
  });

  test('The page of a job takes a visit over the hour that comes twice to the next time its end is shown, and says which', async () => {
    const id = await addJob({
      title: 'Storm',
      visits: [{ start: '2036-06-20T12:00:00.000Z', end: '2036-06-20T14:00:00.000Z' }],
    });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    const dialog = await page.part('dialog', 'Move the job');
    await dialog.fill('Date', '2036-11-02');
    await dialog.fill('Start', '01:40');
    await dialog.fill('End', '01:20');
    const over = await dialog.screen.findByLabelText<HTMLSelectElement>(/^Which 1:20\sAM it is over at$/);
    expect([...over.options].map(({ text }) => text)).toEqual([expect.stringMatching(/^Second 1:20\sAM EST$/)]);
    await dialog.click('button', 'Move');
    await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
    expect((await jobOf(id)).visits).toEqual([{ start: '2036-11-02T05:40:00.000Z', end: '2036-11-02T06:20:00.000Z' }]);
  });

  test('A visit of a day and more stays as it is when another day of the job is changed', async () => {
    const visits = [
      { start: '2036-11-01T12:00:00.000Z', end: '2036-11-01T14:00:00.000Z' },
      { start: '2036-11-02T06:40:00.000Z', end: '2036-11-03T06:20:00.000Z' },
    ];
    const id = await addJob({ title: 'Storm', visits });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    const dialog = await page.part('dialog', 'Move the job');
    await dialog.see('on Mon, Nov 3');
    await dialog.fill('Start of day 1', '09:00');
    await dialog.click('button', /^Move$/);
    await expect.poll(() => page.screen.queryByRole('dialog')).toBeNull();
    const moved = { start: '2036-11-01T13:00:00.000Z', end: '2036-11-01T15:00:00.000Z' };
    expect((await jobOf(id)).visits).toEqual([moved, visits[1]]);
  });

  test.each(['jobs/ID?do=schedule', 'schedule?date=2036-12-08&view=day&move=ID'])(
    'The end of a visit follows its start at /%s, and says when it is on the next day',
    async (at) => {
      const visits = [{ start: '2036-12-08T13:00:00.000Z', end: '2036-12-08T15:00:00.000Z' }];
      const id = await addJob({ title: 'Elm', visits });
      const page = await heartwood.open(`/${at.replace('ID', id)}`);
      const dialog = await page.part('dialog', 'Move the job');
      await dialog.fill('Start', '23:00');
      await dialog.see('on Tue, Dec 9');
      await dialog.fill('Start', '10:00');
      await dialog.gone('on Tue, Dec 9');
      await dialog.click('button', /^Move$/);
      await expect
        .poll(async () => (await jobOf(id)).visits)
        .toEqual([{ start: '2036-12-08T15:00:00.000Z', end: '2036-12-08T17:00:00.000Z' }]);
    },
  );

  test('The page of a job takes a start that was promised in the hour that comes twice', async () => {
    const promisedStart = '2036-11-02T06:30:00.000Z';
    const id = await addJob({ title: 'Storm', promisedStart });
    const page = await heartwood.open(`/jobs/${id}`);
    await page.click('button', 'Edit');
    await page.choose(/^Which 1:30\sAM is meant$/, 'First 1:30 AM EDT');
    await page.click('button', 'Save');
    await page.toast('Job Updated');
    await page.part('button', 'Edit');
    expect((await jobOf(id)).promisedStart).toBe('2036-11-02T05:30:00.000Z');
  });

  test('The page of a job offers one that is longer than a day as visits by working hours, in one act', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    const hours = { workingDays: days, workingHours: { start: '07:30', end: '16:00' } };
    await owner.patch('/api/settings', hours).then(expectStatus(200));
    const id = await addJob({ title: 'Grove', estimatedDuration: 20 });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    const dialog = await page.part('dialog', 'Schedule the job');
    await dialog.fill('Date of day 1', '2036-06-20');
    await dialog.click('button', 'Split 20 h by working hours');
    await dialog.click('button', 'Schedule');
    await expect
      .poll(async () => (await jobOf(id)).visits)
      .toEqual([
        { start: '2036-06-20T11:30:00.000Z', end: '2036-06-20T20:00:00.000Z' },
        { start: '2036-06-23T11:30:00.000Z', end: '2036-06-23T20:00:00.000Z' },
        { start: '2036-06-24T11:30:00.000Z', end: '2036-06-24T14:30:00.000Z' },
      ]);
    await (await page.toast('Job scheduled successfully!')).click('button', 'Undo');
    await page.see('No date yet.');
    expect((await jobOf(id)).visits).toEqual([]);
  });

  test('The board offers a job that is longer than a day as visits by working hours, or as one', async () => {
    const id = await addJob({ title: 'Avenue', estimatedDuration: 20 });
    const page = await heartwood.open(`/schedule?date=2036-06-20&view=day&move=${id}`);
    const dialog = await page.part('dialog', 'Schedule the job');
    await dialog.fill('Date', '2036-06-20');
    await dialog.fill('Start', '07:30');
    const visits = await dialog.part('list', 'Visits');
    await visits.see(/Fri, Jun 20, 7:30\sAM to 4:00\sPM/);
    await visits.see(/Tue, Jun 24, 7:30\sAM to 10:30\sAM/);
    await dialog.click('button', 'Schedule');
    await page.toast('Job scheduled successfully!');
    expect((await jobOf(id)).visits).toHaveLength(3);
  });

  test('The page of a job plans the work, lays it aside with a reason and takes an edit; what was undone is as it was before', async () => {
    const id = await addJob({ title: 'Hedge' });
    const page = await heartwood.open(`/jobs/${id}?do=schedule`);
    const dialog = await page.part('dialog', 'Schedule the job');
    await dialog.fill('Date', '2036-06-16');
    await dialog.fill('Start', '07:30');
    await dialog.fill('End', '11:30');
    await dialog.click('button', 'Schedule');
    await page.toast('Job scheduled successfully!');
    await expect.poll(async () => (await jobOf(id)).scheduledDate).toBe('2036-06-16T11:30:00.000Z');

    await page.click('button', 'More actions');
    await page.click('menuitem', 'Put on hold…');
    const holding = await page.part('dialog', 'hold');
    await holding.fill('Reason', 'Waits for the utility');
    await holding.click('button', 'Put on hold');
    await page.see('On hold: Waits for the utility');

    const held = await page.partWith('listitem', 'Put on hold');
    await held.click('button', 'Undo');
    await expect.poll(async () => (await jobOf(id)).status).toBe('scheduled');
    await page.part('button', 'Start');

    await page.click('button', 'Edit');
    await page.fill('Work to be done', 'Down to six feet.');
    await page.click('button', 'Save');
    await page.toast('Job Updated');
    await (await page.partAt('.hw-job-text')).see('Down to six feet.');
  });

  test('Without signal each act of the clock is said to be saved, also behind another that waits', async () => {
    const id = await addJob({ title: 'No signal' });
    const page = await heartwood.open(`/jobs/${id}`);
    page.answer(/^POST |^GET .api.auth.options/, () => {
      throw new TypeError('Failed to fetch');
    });
    await page.click('button', /^Start$/);
    await (await page.toast('Job Started')).see('Saved on this device.');
    // It rests after a tap.
    const finish = await page.screen.findByRole('button', { name: 'Finish' });
    await expect.poll(() => finish.getAttribute('aria-disabled')).not.toBe('true');
    await page.user.click(finish);
    await (await page.toast('Job Finished')).see('Saved on this device.');
    await page.gone('Job Started');
  });
});

test('What an invoice did to a job is undone only by who may cancel the invoice', async () => {
  const customerId = (await owner.post('/api/customers', { firstName: 'Nora' }).then(expectStatus(201))).body.id;
  const id = await addJob({ customerId, scheduledDate: '2026-02-03T09:00:00Z' });
  await owner.post(`/api/jobs/${id}/start`).then(expectStatus(200));
  await owner.post(`/api/jobs/${id}/complete`).then(expectStatus(200));
  const lines = [{ description: 'Prune the oak', unitPrice: '800' }];
  await owner.post('/api/invoices', { jobId: id, lines }).then(expectStatus(201));
  const invoiced = async (as?: { username: string; password: string }) => {
    const page = await heartwood.open(`/jobs/${id}`, as && { as });
    const step = await page.partAt('.hw-step:nth-child(1)');
    await step.see('Invoiced');
    await step.see(/^With the invoice/);
    return step;
  };
  await (await invoiced()).screen.findByRole('button', { name: 'Undo' });
  await addSignedIn(heartwood.server, owner, 'estimating', { role: 'estimator' });
  const step = await invoiced({ username: 'estimating', password: PASSWORD });
  expect(step.screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

describe('what is left of a job', () => {
  const PART = [{ start: '2036-09-08T12:00:00Z', end: '2036-09-08T18:30:00Z' }];

  test('The list and its page say what is left of a job, and somebody gives it up with a reason and takes that back', async () => {
    const id = await addJob({ title: 'Row of oaks', estimatedDuration: 10, visits: PART });
    const list = await heartwood.open('/jobs?unscheduled=true');
    await list.see('3 h 30 min left');

    const page = await heartwood.open(`/jobs/${id}`);
    await page.see('3 h 30 min left');
    await page.click('button', 'More');
    await page.click('menuitem', 'Give up the rest…');
    const dialog = await page.part('dialog', 'Give up the rest');
    await dialog.see('3 h 30 min');
    await dialog.fill('Why', 'The neighbor cut two of them');
    await dialog.click('button', 'Give up the rest');
    const toast = await page.toast('Rest Given Up');
    await page.see(/3 h 30 min given up: The neighbor cut two of them/);
    expect(await jobOf(id)).toMatchObject({ remainingHours: 0, visits: [{}] });
    await toast.click('button', 'Undo');
    await page.see('3 h 30 min left');
    expect(await jobOf(id)).toMatchObject({ remainingHours: 3.5, givenUp: null });
  });

  test('On the schedule the rest of a job is planned beside its visit, which stays', async () => {
    const id = await addJob({ title: 'Hedges', estimatedDuration: 8, visits: PART });
    const page = await heartwood.open(`/schedule?date=2036-09-08&job=${id}`);
    const details = await page.part('dialog', 'Job Details');
    await details.see('1 h 30 min left');
    await details.click('button', 'Plan the rest…');
    const dialog = await page.part('dialog', 'Schedule the rest');
    await dialog.fill('Date', '2036-09-09');
    await dialog.fill('End', '09:00');
    await dialog.see('30 min of it stay with the unscheduled jobs.');
    await dialog.fill('End', '09:30');
    await dialog.click('button', 'Schedule');
    await page.toast('Job scheduled successfully!');
    const added = { start: '2036-09-09T12:00:00.000Z', end: '2036-09-09T13:30:00.000Z' };
    expect(await jobOf(id)).toMatchObject({ remainingHours: 0, visits: [{}, added] });
  });
});
