import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditActTree, AuditLink } from '../../../api/audit/acts.schema.ts';
import { ROLES } from '../../../domain/user/terms.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// An act with what it came from and what came of it.

const IMPORTED = 1_100;
const IMPORT = 'the-import';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let auditor: Client;
/** What an answer waits for, so that the read models know of all that was done. */
let done = '';

beforeAll(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, async ({ stores: { log } }) => {
    for (let number = 0; number < IMPORTED; number += 1) {
      const taken = { type: 'NumbersTaken', data: { first: 1, count: 1 }, id: randomUUID() };
      const of = { ...metadata(), correlationId: IMPORT, commandId: randomUUID() };
      await log.append(`numbering-${number}`, [{ ...taken, metadata: of }], 'none');
    }
  });
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
  auditor = (await addSignedIn(server, owner, 'auditor-1', { role: 'auditor' })).client;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

interface Done {
  act: string;
  body: Answer['body'];
}

/** Sends a change. @returns its act */
async function act(answer: Promise<Answer>, status = 200): Promise<Done> {
  const { body, headers } = await answer.then(expectStatus(status));
  done = headers.get('x-position') ?? done;
  return { act: headers.get('x-command-id') ?? '', body };
}

const treeOf = async (id: string, client = owner): Promise<AuditActTree> =>
  (await client.get(`/api/audit/acts/${id}`, { 'x-min-position': done }).then(expectStatus(200))).body;

/** Acts by their ids, each with the record that links it and what is beyond it. */
type Outline = [id: string, by: string | null, links: Outline[]];
const outline = (links: readonly AuditLink[]): Outline[] =>
  links.map(({ id, by, links: more }) => [id, by && `${by.category} ${by.title}`, outline(more)]);

describe('from a lead to its payment', () => {
  let lead: Done;
  let quote: Done;
  let sent: Done;
  let approved: Done;
  let visit: Done;
  let invoice: Done;
  let payment: Done;

  beforeAll(async () => {
    lead = await act(owner.post('/api/leads', { name: 'Ada Lovelace', address: '3 Elm St' }), 201);
    const items = [{ service: 'tree_removal', description: 'The oak', unitPrice: '1200', quantity: 1 }];
    const offer = { customerName: 'Ada Lovelace', propertyAddress: '3 Elm St', items, leadId: lead.body.id };
    quote = await act(owner.post('/api/quotes', offer), 201);
    sent = await act(owner.post(`/api/quotes/${quote.body.id}/send`));
    const token = String(sent.body.url).split('/').at(-1);
    await server.stranger
      .post(`/api/public/quotes/${token}/approve`, { version: 1, signature: 'Ada Lovelace' })
      .then(expectStatus(200));
    const { body: steps } = await owner.get(`/api/history/quote/${quote.body.id}`).then(expectStatus(200));
    const [approval] = steps.filter(({ type }: { type: string }) => type === 'QuoteApproved');
    done = approval.position;
    const { jobId } = (await owner.get(`/api/quotes/${quote.body.id}`).then(expectStatus(200))).body;
    approved = { act: approval.correlationId, body: { jobId } };
    visit = await act(
      owner.put(`/api/jobs/${jobId}`, { visits: [{ start: '2037-06-15T12:00:00Z', end: '2037-06-15T14:00:00Z' }] }),
    );
    await act(owner.post(`/api/jobs/${jobId}/start`));
    await act(owner.post(`/api/jobs/${jobId}/complete`));
    invoice = await act(owner.post('/api/invoices', { jobId }), 201);
    const paid = { amount: '10', paymentMethod: 'check' };
    payment = await act(owner.post(`/api/invoices/${invoice.body.id}/payments`, paid), 201);
  });

  test('An act tells who did it, what it was about, and how many events it is', async () => {
    const { act: told } = await treeOf(lead.act);
    expect(told).toEqual({
      id: lead.act,
      recordedAt: expect.stringMatching(/Z$/),
      position: expect.any(String),
      actor: expect.any(String),
      actorName: 'owner',
      types: ['LeadCaptured'],
      events: 1,
      records: [{ category: 'lead', id: lead.body.id, title: 'Ada Lovelace' }],
      recordCount: 1,
      undoes: null,
      withheld: false,
    });
  });

  test('A payment is followed back to the call that it began with', async () => {
    const { from, followed, cut } = await treeOf(payment.act);
    const job = expect.stringMatching(/^job /);
    expect(outline(from)).toEqual([
      [
        invoice.act,
        expect.stringMatching(/^invoice /),
        [[approved.act, job, [[quote.act, 'quote Ada Lovelace', [[lead.act, 'lead Ada Lovelace', []]]]]]],
      ],
    ]);
    expect({ followed, cut }).toEqual({ followed: [], cut: false });
  });

  test('A lead is followed to its quote, the job, its visit, the invoice and the payment', async () => {
    const { from, followed, cut } = await treeOf(lead.act);
    expect({ from, cut }).toEqual({ from: [], cut: false });
    const [ofQuote, ...others] = outline(followed);
    expect([ofQuote?.[0], ofQuote?.[1], others]).toEqual([quote.act, 'quote Ada Lovelace', []]);
    const ofQuotes = ofQuote?.[2] ?? [];
    expect(ofQuotes.map(([id]) => id)).toEqual([sent.act, approved.act]);
    const ofJob = ofQuotes[1]?.[2] ?? [];
    const ids = ofJob.map(([id]) => id);
    expect(ids[0]).toBe(visit.act);
    expect(ids).toContain(invoice.act);
    const ofInvoice = ofJob.find(([id]) => id === invoice.act);
    expect(ofInvoice?.[2].map(([id]) => id)).toEqual([payment.act]);
  });

  test('What a change came from is the act that began the record', async () => {
    expect(outline((await treeOf(visit.act)).from).map(([id]) => id)).toEqual([approved.act]);
    expect((await treeOf(visit.act)).followed).toEqual([]);
  });
});

describe('other acts', () => {
  test('An undo names what it undoes, and both came from the same', async () => {
    const lead = await act(owner.post('/api/leads', { name: 'Changed' }), 201);
    const changed = await act(owner.patch(`/api/leads/${lead.body.id}`, { notes: 'By the gate' }));
    const undone = await act(owner.post('/api/undo', { category: 'lead', id: lead.body.id, commandId: changed.act }));
    const tree = await treeOf(undone.act);
    expect(tree.act.undoes).toBe(changed.act);
    expect(outline(tree.from)).toEqual([[lead.act, 'lead Changed', []]]);
    expect(outline((await treeOf(lead.act)).followed).map(([id]) => id)).toEqual([changed.act, undone.act]);
  });

  test('What followed from an act by itself is part of it, and links nothing to it twice', async () => {
    const lead = await act(owner.post('/api/leads', { name: 'Converted' }), 201);
    const converted = await act(owner.post(`/api/leads/${lead.body.id}/convert`));
    const tree = await treeOf(converted.act);
    expect(tree.act.records.map(({ category }) => category)).toEqual(['lead', 'customer']);
    expect(tree.act.events).toBe(2);
    expect(outline(tree.from)).toEqual([[lead.act, 'lead Converted', []]]);
    expect(outline((await treeOf(lead.act)).followed)).toEqual([[converted.act, 'customer Converted', []]]);
  });

  test('An act of a thousand commands is counted whole, and says that not all of it was looked at', async () => {
    const { act: told, cut } = await treeOf(IMPORT);
    expect(told).toMatchObject({ events: IMPORTED, types: ['NumbersTaken'], records: [], recordCount: 0 });
    expect(cut).toBe(true);
  });

  test('Of more than two hundred consequences the first are told, and that there are more', async () => {
    const lead = await act(owner.post('/api/leads', { name: 'Often changed' }), 201);
    for (let time = 0; time < 205; time += 1)
      await act(owner.patch(`/api/leads/${lead.body.id}`, { notes: `Time ${time}` }));
    const { followed, cut } = await treeOf(lead.act);
    expect({ count: followed.length, cut }).toEqual({ count: 200, cut: true });
  });

  test('Of somebody who was erased an act tells no name', async () => {
    const name = 'Wilhelmina Quercus';
    const lead = await act(owner.post('/api/leads', { name }), 201);
    const converted = await act(owner.post(`/api/leads/${lead.body.id}/convert`));
    await act(owner.post(`/api/customers/${converted.body.customerId}/erase`, { confirm: name }));
    const tree = await treeOf(converted.act);
    expect(tree.act.recordCount).toBe(2);
    expect(JSON.stringify([tree, await treeOf(lead.act)])).not.toContain('Quercus');
  });

  test('An act that nobody knows is not found, and what cannot be one is refused', async () => {
    const { body } = await owner.get(`/api/audit/acts/${randomUUID()}`).then(expectStatus(404));
    expect(body).toMatchObject({ code: 'not_found', message: 'There is no such act in this history.' });
    const refused = await owner.get('/api/audit/acts/a%20b').then(expectStatus(400));
    expect(refused.body.issues).toMatchObject([{ message: expect.stringContaining('act must be the id of an act') }]);
  });
});

describe('who reads it', () => {
  test.each(ROLES)('As the right to the whole history says: %s', async (role) => {
    const lead = await act(owner.post('/api/leads', { name: 'Anybody' }), 201);
    const { client } = await addSignedIn(server, owner, `${role}-2`, { role });
    const { status } = await client.get(`/api/audit/acts/${lead.act}`, { 'x-min-position': done });
    expect(status).toBe(role === 'owner' || role === 'auditor' ? 200 : 403);
  });

  test('Strangers are not told of any act', () =>
    server.stranger.get(`/api/audit/acts/${IMPORT}`).then(expectStatus(401)));

  test('Of an act about what somebody is paid the auditor is told place and time, and it is linked to nothing', async () => {
    const person = await act(owner.post('/api/staff', { firstName: 'Kim' }), 201);
    const rate = await act(owner.post(`/api/pay/${person.body.id}/rates`, { from: '2026-06-01', rate: '31.25' }));
    const own = await treeOf(rate.act);
    expect(own.act).toMatchObject({ types: ['PayRateSet'], withheld: false });
    expect(outline(own.from)).toEqual([[person.act, 'staff Kim', []]]);
    expect(await treeOf(rate.act, auditor)).toEqual({
      act: {
        id: rate.act,
        recordedAt: own.act.recordedAt,
        position: own.act.position,
        actor: null,
        actorName: null,
        types: [],
        events: 0,
        records: [],
        recordCount: 0,
        undoes: null,
        withheld: true,
      },
      from: [],
      followed: [],
      cut: false,
    });
    expect(outline((await treeOf(person.act)).followed).map(([id]) => id)).toEqual([rate.act]);
    expect((await treeOf(person.act, auditor)).followed).toEqual([]);
  });
});
