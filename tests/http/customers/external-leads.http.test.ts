import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import { filesContaining } from '../../support/files.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { upload } from '../../support/requests/upload.ts';
import { companyDay } from '../../support/samples/company-day.ts';
import { ASKED, externalLeadId, folderWithExternalLeads, NOTED } from '../../support/samples/external-leads.ts';
import { samplePhoto } from '../../support/samples/sample-photos.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import type { TempFolder } from '../../support/temp-folder.ts';

const PATH = '/api/admin/external-leads';
const PRO = { name: 'Lee Moss', company: 'Moss Trees', contact: '555-0199', notes: 'Has a crane' };
const DAY = companyDay(-3);

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let staff: Client;
beforeAll(async () => {
  folder = await folderWithExternalLeads([
    {},
    ...Array.from({ length: 9 }, (_, index) => ({ name: `Ada Elm ${index + 1}` })),
    {
      name: 'Zelkova Hornbeam',
      email: 'zelkova@example.com',
      address: '5 Pippin Hill',
      phone: '555-0177',
      at: `${DAY}T12:00:00.000Z`,
    },
    { name: 'Carpinus Betulus', email: 'carpinus@example.com', address: '9 Hedge Row', phone: '555-0178' },
    ...Array.from({ length: 3 }, (_, index) => ({ name: `Acer Palm ${index + 1}` })),
    ...Array.from({ length: 8 }, (_, index) => ({ name: `Salix Alba ${index + 1}` })),
  ]);
  server = await startTestServer({ DATA_DIR: folder.path });
  owner = await server.signIn();
  staff = (await addSignedIn(server, owner, 'sam', { role: 'office' })).client;
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const at = (index: number, act = '') => `${PATH}/${externalLeadId(index)}${act}`;
const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });
const undo = (answer: Answer, index: number) =>
  staff.post('/api/undo', {
    category: 'external_lead',
    id: externalLeadId(index),
    commandId: answer.headers.get('x-command-id'),
  });

describe('external leads', () => {
  test('External leads are listed with what was asked, who asked, and their pictures', async () => {
    const photo = await upload(staff, `external_lead/${externalLeadId(0)}`, await samplePhoto()).then(
      expectStatus(201),
    );
    const { body } = await staff.get(PATH, seen(photo)).then(expectStatus(200));
    expect(body).toHaveLength(23);
    const first = body.find(({ id }: { id: string }) => id === externalLeadId(0));
    expect(first).toEqual({
      id: externalLeadId(0),
      title: 'Tree Removal - Wilhelmina Quercus',
      description: ASKED.description,
      status: 'pending',
      priority: 'urgent',
      leadSource: 'website_widget',
      serviceType: 'tree_removal',
      hostSite: 'https://garden.example',
      customer: { name: ASKED.name, address: ASKED.address, email: ASKED.email, phone: ASKED.phone },
      beforePhotos: [`/api/photos/${photo.body.id}/image`],
      notes: JSON.stringify(NOTED),
      assignment: null,
      outcome: null,
      outcomeNotes: null,
      leadId: null,
      createdAt: expect.any(String),
      revision: 0,
      removed: false,
      erased: false,
    });
    await staff.send(first.beforePhotos[0], {}).then(expectStatus(200));
    const { body: found } = await staff.get(`${PATH}?search=hornbeam&status=pending`).then(expectStatus(200));
    expect(found.map(({ id }: { id: string }) => id)).toEqual([externalLeadId(10)]);
    const { body: figures } = await staff.get(`${PATH}/figures`).then(expectStatus(200));
    expect(figures).toEqual({
      count: 23,
      statuses: [
        { status: 'pending', count: 23 },
        { status: 'assigned_external', count: 0 },
        { status: 'completed', count: 0 },
      ],
    });
  });

  test('As many external leads wait on the first page as the list has that it opens', async () => {
    const { body } = await staff.get('/api/dashboard/attention').then(expectStatus(200));
    const { body: listed } = await staff.get(`${PATH}?status=pending`).then(expectStatus(200));
    expect(body.groups).toMatchObject([
      {
        id: 'pending-external-leads',
        label: 'External leads without a professional',
        count: listed.length,
        category: 'external_lead',
        page: '/admin/external-leads?status=pending',
      },
    ]);
    expect(body.groups[0].records[0]).toEqual({
      id: externalLeadId(10),
      title: 'Tree Removal - Zelkova Hornbeam',
      note: 'Urgent, since',
      day: DAY,
    });
  });

  test('External leads are found by the search over everything', async () => {
    const { body } = await staff.get('/api/search?q=zelkova').then(expectStatus(200));
    expect(body).toEqual([
      {
        category: 'external_lead',
        id: externalLeadId(10),
        title: 'Tree Removal - Zelkova Hornbeam',
        detail: '555-0177',
      },
    ]);
  });

  test('External leads are assigned once, completed, and each step is undone', async () => {
    const assigned = await staff.post(at(1, '/assign-pro'), PRO).then(expectStatus(200));
    expect(assigned.body).toMatchObject({ status: 'assigned_external', assignment: PRO });
    const again = await staff.post(at(1, '/assign-pro'), { ...PRO, name: 'Kim Fir' }).then(expectStatus(409));
    expect(again.body.message).toBe('A local professional is already assigned to this lead. Undo that first.');
    const completed = await staff
      .post(at(1, '/complete'), { outcome: 'work_done', notes: 'Paid us a fee', expectedRevision: 1 })
      .then(expectStatus(200));
    expect(completed.body).toMatchObject({ status: 'completed', outcome: 'work_done', outcomeNotes: 'Paid us a fee' });
    await staff.post(at(1, '/take')).then(expectStatus(409));
    expect((await undo(completed, 1).then(expectStatus(200))).body.record).toMatchObject({
      status: 'assigned_external',
    });
    expect((await undo(assigned, 1)).status).toBe(200);
    expect((await staff.get(at(1)).then(expectStatus(200))).body).toMatchObject({
      status: 'pending',
      assignment: null,
    });
  });

  test.each([
    ['assign-pro', { contact: '555-0199' }, "Enter the professional's name."],
    ['assign-pro', { name: 'Lee', contact: ' ' }, 'Enter a phone number or an email address.'],
    ['assign-pro', { name: { $ne: null }, contact: '1' }, 'The name must be text.'],
    ['assign-pro', { ...PRO, notes: 'x'.repeat(4_001) }, 'The notes must not be longer than 4000 characters.'],
    ['complete', {}, 'Choose how it turned out.'],
    ['complete', { outcome: 'taken' }, 'The outcome must be one of: work_done, customer_declined, pro_unavailable.'],
  ])('External leads refuse a bad %s, and nothing is recorded (%#)', async (act, body, message) => {
    const refused = await staff.post(at(2, `/${act}`), body).then(expectStatus(400));
    expect(refused.body.issues[0].message).toBe(message);
    expect((await staff.get(at(2))).body.revision).toBe(0);
  });

  test('External leads are not completed as done before somebody was assigned, nor assigned at another revision', async () => {
    await staff.post(at(2, '/complete'), { outcome: 'work_done' }).then(expectStatus(409));
    await staff.post(at(2, '/assign-pro'), { ...PRO, expectedRevision: 7 }).then(expectStatus(409));
    await staff.post(`${PATH}/nobody/assign-pro`, PRO).then(expectStatus(404));
    await staff.post(at(2, '/complete'), { outcome: 'customer_declined' }).then(expectStatus(200));
  });

  test('External leads are deleted and come back', async () => {
    const removed = await staff.delete(at(3)).then(expectStatus(204));
    await staff.post(at(3, '/assign-pro'), PRO).then(expectStatus(410));
    const { body } = await staff.get(`${PATH}?removed=true`, seen(removed));
    expect(body.map(({ id }: { id: string }) => id)).toEqual([externalLeadId(3)]);
    await staff.post(at(3, '/restore')).then(expectStatus(200));
  });
});

describe('the directory of local professionals', () => {
  test('The directory of local professionals remembers who was assigned, once for each, and how it turned out', async () => {
    for (const [index, pro] of [PRO, { ...PRO, name: 'lee  moss', contact: '(555) 0199' }, PRO].entries()) {
      await staff.post(at(4 + index, '/assign-pro'), pro).then(expectStatus(200));
    }
    await staff.post(at(4, '/complete'), { outcome: 'work_done' }).then(expectStatus(200));
    const last = await staff.post(at(5, '/complete'), { outcome: 'pro_unavailable' }).then(expectStatus(200));
    const { body } = await staff.get('/api/admin/local-pros', seen(last)).then(expectStatus(200));
    expect(body).toEqual([
      {
        ...PRO,
        assignments: 3,
        workDone: 1,
        customerDeclined: 0,
        proUnavailable: 1,
        lastAssignedAt: expect.any(String),
      },
    ]);
  });
});

describe('an external lead that is taken', () => {
  test('An external lead that is taken is a lead of the pipeline, with its pictures and what was found in them', async () => {
    const photo = await upload(staff, `external_lead/${externalLeadId(7)}`, await samplePhoto(), { caption: 'Gate' });
    const taken = await staff.post(at(7, '/take'), undefined, seen(photo)).then(expectStatus(200));
    expect(taken.body).toMatchObject({ status: 'completed', outcome: 'taken', leadId: expect.any(String) });
    const { leadId } = taken.body;
    const { body: lead } = await staff.get(`/api/leads/${leadId}`, seen(taken)).then(expectStatus(200));
    expect(lead).toMatchObject({
      name: 'Ada Elm 7',
      email: ASKED.email,
      leadSource: 'website_widget',
      status: 'New',
      notes: expect.stringContaining('Tree Species: Sugar maple'),
      request: { page: 'widget', serviceType: 'tree_removal', urgency: 'urgent', hostSite: ASKED.hostSite },
    });
    const { body: photos } = await staff.get(`/api/photos?category=lead&recordId=${leadId}`, seen(taken));
    expect(photos).toMatchObject([{ caption: 'Gate' }]);
    await staff.send(photos[0].imageUrl, {}).then(expectStatus(200));
    // Sent again, it is still the same lead.
    expect((await staff.post(at(7, '/take')).then(expectStatus(200))).body.leadId).toBe(leadId);

    const undone = await undo(taken, 7).then(expectStatus(200));
    expect(undone.body).toMatchObject({ record: { status: 'pending', outcome: null, leadId: null }, kept: [] });
    expect((await staff.get(`/api/leads/${leadId}`, seen(undone))).body.removed).toBe(true);
    const again = await staff.post(at(7, '/take')).then(expectStatus(200));
    expect(again.body.leadId).toBe(leadId);
    expect((await staff.get(`/api/leads/${leadId}`, seen(again))).body.removed).toBe(false);
  });

  test('An external lead whose taking is undone stays in the pipeline where somebody has worked on it', async () => {
    const taken = await staff.post(at(8, '/take')).then(expectStatus(200));
    const { leadId } = taken.body;
    await staff.patch(`/api/leads/${leadId}`, { status: 'Contacted' }).then(expectStatus(200));
    const undone = await undo(taken, 8).then(expectStatus(200));
    const message = 'The lead stays in your pipeline, because someone has worked on it since.';
    expect(undone.body.kept).toEqual([{ category: 'lead', id: leadId, message }]);
  });

  test('An external lead that is taken again is another lead where a person has deleted the first one', async () => {
    const taken = await staff.post(at(9, '/take')).then(expectStatus(200));
    await staff.delete(`/api/leads/${taken.body.leadId}`).then(expectStatus(204));
    await undo(taken, 9).then(expectStatus(200));
    const again = await staff.post(at(9, '/take')).then(expectStatus(200));
    expect(again.body.leadId).not.toBe(taken.body.leadId);
    expect((await staff.get(`/api/leads/${again.body.leadId}`, seen(again))).body.removed).toBe(false);
  });
});

describe('whoever asked', () => {
  test('Whoever sent an external lead is erased by the owner, by name, with the lead that it was for a while', async () => {
    await upload(staff, `external_lead/${externalLeadId(10)}`, await samplePhoto({ color: '#335577' }));
    const taken = await staff.post(at(10, '/take')).then(expectStatus(200));
    const erase = (confirm: string, client = owner) => client.post(at(10, '/erase'), { confirm });
    await erase('Zelkova Hornbeam').then(expectStatus(409));
    await undo(taken, 10).then(expectStatus(200));
    await erase('Zelkova').then(expectStatus(400));
    await erase('Zelkova Hornbeam', staff).then(expectStatus(403));
    expect(await filesContaining(server.dataDir, ['Hornbeam', 'Pippin'])).not.toEqual([]);
    const { body } = await erase('Zelkova Hornbeam').then(expectStatus(200));
    expect(body).toMatchObject({ externalLead: { erased: true, title: 'Tree Removal - [erased]' }, isComplete: true });
    expect(await filesContaining(server.dataDir, ['Hornbeam', 'hornbeam', 'Pippin', 'zelkova@'])).toEqual([]);
    expect((await staff.get(`/api/leads/${taken.body.leadId}`)).body).toMatchObject({ erased: true });
    await erase('Zelkova Hornbeam').then(expectStatus(200));
    await staff.post(at(10, '/take')).then(expectStatus(410));
    const { body: waiting } = await staff.get('/api/dashboard/attention').then(expectStatus(200));
    expect(JSON.stringify(waiting)).not.toContain(externalLeadId(10));
  });

  test('Whoever sent an external lead is erased with the customer that they became', async () => {
    const taken = await staff.post(at(11, '/take')).then(expectStatus(200));
    const converted = await staff.post(`/api/leads/${taken.body.leadId}/convert`).then(expectStatus(200));
    const { body } = await owner
      .post(`/api/customers/${converted.body.customerId}/erase`, { confirm: 'Carpinus Betulus' })
      .then(expectStatus(200));
    expect(body.isComplete).toBe(true);
    expect((await staff.get(at(11))).body).toMatchObject({ erased: true, customer: { name: '[erased]' } });
    expect(await filesContaining(server.dataDir, ['Betulus', 'carpinus@', 'Hedge Row'])).toEqual([]);
  });
});

describe('a local professional', () => {
  test('A local professional is erased by the owner, by name, in every lead of theirs; the leads stay', async () => {
    const pro = {
      name: 'Quillaja Ostrya',
      company: 'Ostrya Climbers',
      contact: '555-0123',
      notes: 'Sorbus knows them',
    };
    const marks = ['Quillaja', 'Ostrya', 'Sorbus'];
    const before = await staff.post(at(12, '/assign-pro'), pro).then(expectStatus(200));
    await undo(before, 12).then(expectStatus(200));
    await staff.post(at(13, '/assign-pro'), { ...pro, name: 'quillaja  OSTRYA' }).then(expectStatus(200));
    await staff.post(at(13, '/complete'), { outcome: 'work_done' }).then(expectStatus(200));
    const open = await staff.post(at(14, '/assign-pro'), pro).then(expectStatus(200));
    expect(open.body.assignment).toEqual({ ...pro, assignedAt: expect.any(String), erased: false });

    const preview = await owner.get(at(14, '/pro/erasure'), seen(open)).then(expectStatus(200));
    expect(preview.body).toEqual({
      records: [{ category: 'local_pro', count: 3, left: 3 }],
      files: { count: 0, left: 0, shared: 0 },
      keys: { count: 3, left: 3 },
    });
    const erase = (confirm: string, client = owner) => client.post(at(14, '/pro/erase'), { confirm });
    await erase('Quillaja').then(expectStatus(400));
    await erase('Quillaja Ostrya', staff).then(expectStatus(403));
    const { body, headers } = await erase('Quillaja Ostrya').then(expectStatus(200));
    const gone = { name: '[erased]', company: '[erased]', contact: '[erased]', notes: '[erased]', erased: true };
    expect(body).toMatchObject({
      externalLead: { erased: false, status: 'pending', customer: { name: 'Acer Palm 3' }, assignment: gone },
      isComplete: true,
    });
    const now = { 'x-min-position': headers.get('x-position') ?? '' };
    expect((await staff.get(at(13), now)).body).toMatchObject({
      status: 'completed',
      outcome: 'work_done',
      assignment: gone,
    });
    expect((await staff.get(at(12), now)).body).toMatchObject({ status: 'pending', assignment: null });
    expect(await filesContaining(folder.path, marks)).toEqual([]);
    for (const index of [12, 13, 14]) {
      const told = await owner
        .get(`/api/audit/events?stream=external_lead-${externalLeadId(index)}`, now)
        .then(expectStatus(200));
      for (const mark of marks) expect(JSON.stringify(told.body)).not.toContain(mark);
    }
    expect(JSON.stringify((await staff.get('/api/admin/local-pros', now)).body)).not.toContain('[erased]');

    const [erasure] = (await owner.get('/api/erasures', now).then(expectStatus(200))).body;
    expect(erasure).toMatchObject({
      category: 'local_pro',
      recordId: externalLeadId(14),
      records: [{ category: 'local_pro', count: 3, left: 0 }],
      keys: { count: 3, left: 0 },
      isComplete: true,
    });
    // Sent again, it is done already; and somebody else can do the work.
    expect((await erase('Quillaja Ostrya').then(expectStatus(200))).body).toMatchObject({ isComplete: true });
    const next = await staff.post(at(14, '/assign-pro'), PRO).then(expectStatus(200));
    expect(next.body).toMatchObject({ status: 'assigned_external', assignment: { ...PRO, erased: false } });
  });

  test('An erasure of a professional that is sent again tells the same, whoever is assigned by then', async () => {
    const pro = { name: 'Morus Nigra', contact: '555-0126' };
    await staff.post(at(22, '/assign-pro'), pro).then(expectStatus(200));
    const headers = { 'idempotency-key': 'erased once, told twice' };
    const erase = () => owner.post(at(22, '/pro/erase'), { confirm: pro.name }, headers).then(expectStatus(200));
    expect((await erase()).body).toMatchObject({ isComplete: true });
    const next = await staff.post(at(22, '/assign-pro'), PRO).then(expectStatus(200));
    expect((await erase()).body).toMatchObject({ isComplete: true, externalLead: { assignment: PRO } });
    await undo(next, 22).then(expectStatus(200));
  });

  test('An undo of what was said of a professional does not bring them back, and whoever asked is erased after them', async () => {
    const pro = { name: 'Tilia Cordata', contact: '555-0124' };
    const assigned = await staff.post(at(12, '/assign-pro'), pro).then(expectStatus(200));
    await owner.post(at(12, '/pro/erase'), { confirm: pro.name }).then(expectStatus(200));
    await undo(assigned, 12).then(expectStatus(409));
    const { body } = await owner.post(at(12, '/erase'), { confirm: 'Acer Palm 1' }).then(expectStatus(200));
    expect(body).toMatchObject({ externalLead: { erased: true }, isComplete: true });
    expect((await owner.post(at(12, '/pro/erase'), { confirm: 'Tilia Cordata' })).body).toMatchObject({
      isComplete: true,
    });
    expect((await owner.get('/api/erasures')).body.slice(0, 2)).toMatchObject([
      { category: 'external_lead', isComplete: true, keys: { count: 3, left: 0 } },
      { category: 'local_pro', isComplete: true, keys: { count: 1, left: 0 } },
    ]);
  });

  test('An assignment to another lead while a professional is erased is erased with them, or comes after all of it', async () => {
    const pro = { name: 'Fraxinus Ornus', contact: '555-0125' };
    const others = [17, 18, 19, 20, 21, 22];
    for (const index of [15, 16]) await staff.post(at(index, '/assign-pro'), pro).then(expectStatus(200));
    const [erased, ...assigned] = await Promise.all([
      owner.post(at(15, '/pro/erase'), { confirm: pro.name }).then(expectStatus(200)),
      ...others.map((index) => staff.post(at(index, '/assign-pro'), pro).then(expectStatus(200))),
    ]);
    const reached = seen(erased)['x-min-position'];
    for (const [place, answer] of assigned.entries()) {
      const { body } = await staff.get(at(others[place] ?? 0), seen(answer)).then(expectStatus(200));
      const isBefore = seen(answer)['x-min-position'] < reached;
      expect(body.assignment, `lead ${others[place]}`).toMatchObject({ erased: isBefore });
    }
  });
});
