import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { addSignedIn, PASSWORD } from '../accounts.ts';
import type { Client } from '../requests/client.ts';
import { portalForm, sendPortal, tokenFor } from '../requests/intake-forms.ts';
import { analyzeImage, upload } from '../requests/upload.ts';
import { expectStatus, type TestServer } from '../server.ts';
import type { VisionService } from '../servers/vision-service.ts';
import { tracesIn } from '../traces.ts';
import { externalLeadId, folderWithExternalLeads } from './external-leads.ts';
import { samplePhoto } from './sample-photos.ts';

// Somebody of each kind that can be erased, with a word of theirs in everything that takes a text.

/** The words of one person. */
export class Words {
  /** By word, where it was entered. */
  readonly all = new Map<string, string>();
  /** Those that no file ever has. */
  readonly neverKept = new Set<string>();
  readonly #who: string;

  constructor(who: string) {
    this.#who = who;
  }

  /** A word that nobody else has and that begins unlike any other. @param place where it is entered */
  of(place: string): string {
    const hash = createHash('sha256').update(`${this.#who} ${place}`).digest();
    const word = [...hash.subarray(0, 12)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
    this.all.set(word, place);
    return word;
  }

  /** One that is thrown away as it comes in. */
  unkept(place: string): string {
    const word = this.of(place);
    this.neverKept.add(word);
    return word;
  }
}
const LETTERS = 'bcdfghjklmnpqrstvwxz';

/** Whose words are on the disk, and the call that erases them. */
export interface Planted {
  words: Words;
  /** The path of the record: `/api/leads/…`. */
  path: string;
  /** Their name, as it is shown. */
  confirm: string;
}

/** The company that they come to. */
export interface Planting {
  server: Pick<TestServer, 'url' | 'stranger'>;
  owner: Client;
  /** What the server asks about pictures, if it asks anything. */
  vision: Pick<VisionService, 'behave'> | null;
  /** Tells apart several of one kind. */
  of: string;
  photo: Buffer;
}

const DAY = new Date().toISOString().slice(0, 10);

/** The environment of a company whose mails are files at once. */
export const MAILING = { PUBLIC_URL: 'http://office.example.com', MAIL_HOLD_SECONDS: '0' };

/**
 * A data folder with external leads, which come by the public form: for each, theirs, and two of others whose professional
 * they may be.
 * @param of whose words they have
 */
export function folderWithOutsiders(of: readonly string[]) {
  return folderWithExternalLeads(
    of.flatMap((who) => {
      const words = outsider(who);
      const theirs = {
        name: nameOf(words),
        email: `${words.of('email')}@example.com`,
        address: `5 ${words.of('address')} Hill`,
        description: words.of('description'),
        notes: JSON.stringify({ treeSpecies: words.of('notes') }),
      };
      return [theirs, {}, {}];
    }),
  );
}
const LEADS_EACH = 3;
const outsider = (of: string) => new Words(`outsider ${of}`);
const nameOf = (words: Words) => `${words.of('name')} ${words.of('last name')}`;

export async function plantingIn(reached: Pick<Planting, 'server' | 'owner' | 'vision' | 'of'>): Promise<Planting> {
  const company = { name: 'Green Tree Care', phone: '555-0100', email: 'office@green.example' };
  await reached.owner.patch('/api/settings', company).then(expectStatus(200));
  return { ...reached, photo: await samplePhoto({ color: '#77aa33' }) };
}

const made = async (client: Client, path: string, body: object) =>
  (await client.post(path, body).then(expectStatus(201))).body;
const done = async (client: Client, path: string, body: object = {}) =>
  (await client.post(path, body).then(expectStatus(200))).body;

/** A sent quote, mailed, about which whoever got it has asked something. */
async function quoted({ server, owner, photo }: Planting, words: Words, whose: object): Promise<string> {
  const { id } = await made(owner, '/api/quotes', {
    ...whose,
    propertyAddress: `9 ${words.of('quote address')} St`,
    notes: words.of('quote notes'),
    hazards: [words.of('quote hazard')],
    analysis: { summary: words.of('quote analysis') },
    items: [{ service: 'pruning', description: words.of('quote item'), unitPrice: 50 }],
  });
  const { url } = await done(owner, `/api/quotes/${id}/send`);
  const question = { question: words.of('question') };
  await done(server.stranger, `/api/public/quotes/${String(url).split('/').at(-1)}/question`, question);
  await upload(owner, `quote/${id}`, photo, { caption: words.of('quote photo') }).then(expectStatus(201));
  return id;
}

const task = ({ owner }: Planting, words: Words, kind: string, id: string) =>
  made(owner, '/api/tasks', {
    title: words.of('task'),
    notes: words.of('task notes'),
    dueOn: DAY,
    about: { kind, id },
  });

/** What a model says of a picture that shows more than a tree. */
const saidOfPicture = (words: Words) => ({
  summary: words.of('picture summary'),
  treeCondition: words.of('picture condition'),
  additionalNotes: words.of('picture notes'),
  suggestedServices: [{ service: 'pruning', description: words.of('picture service'), priority: 'high' }],
  recommendations: [words.of('picture recommendation')],
  hazards: [words.of('picture hazard')],
  seen: [words.of('picture seen')],
});

async function lead(planting: Planting): Promise<Planted> {
  const { owner, photo, of, vision } = planting;
  const words = new Words(`lead ${of}`);
  const { id } = await made(owner, '/api/leads', {
    name: nameOf(words),
    email: `${words.of('email')}@example.com`,
    address: `7 ${words.of('address')} Way`,
    description: words.of('description'),
    notes: words.of('notes'),
  });
  await owner.patch(`/api/leads/${id}`, { notes: words.of('later notes') }).then(expectStatus(200));
  await upload(owner, `lead/${id}`, photo, { caption: words.of('caption') }).then(expectStatus(201));
  vision?.behave({ answers: saidOfPicture(words) });
  await analyzeImage(owner, photo, { description: words.of('analysis'), leadId: id }).then(expectStatus(201));
  await quoted(planting, words, { leadId: id });
  await task(planting, words, 'lead', id);
  return { words, path: `/api/leads/${id}`, confirm: nameOf(words) };
}

/** Of a request that looked like spam, which waited until a person released it. */
async function heldRequest({ server, owner, of }: Planting): Promise<Planted> {
  const words = new Words(`held ${of}`);
  const said = {
    name: nameOf(words),
    email: `${words.of('email')}@example.com`,
    phone: '555-0142',
    address: `8 ${words.of('address')} Lane`,
    serviceType: 'tree_removal',
    description: words.of('description'),
    urgency: 'high',
    company_website: 'https://spam.example',
  };
  const exif = { IFD0: { Artist: words.unkept('EXIF') } };
  const photo = await sharp(await samplePhoto({ color: '#aa3377' }))
    .withExif(exif)
    .toBuffer();
  const formToken = await tokenFor(server, { page: 'portal' });
  const { body } = await sendPortal(server.stranger, portalForm({ ...said, formToken }, [photo])).then(
    expectStatus(201),
  );
  await done(owner, `/api/intake/quarantine/${body.id}/release`);
  const again = await sharp(await samplePhoto({ color: '#aa3388' }))
    .withExif(exif)
    .toBuffer();
  const fileName = `${words.unkept('file name')}.jpg`;
  await upload(owner, `lead/${body.id}`, again, { fileName, caption: words.of('caption') }).then(expectStatus(201));
  return { words, path: `/api/leads/${body.id}`, confirm: nameOf(words) };
}

async function customer(planting: Planting): Promise<Planted> {
  const { owner, of } = planting;
  const words = new Words(`customer ${of}`);
  const email = `${words.of('email')}@example.com`;
  const asked = await made(owner, '/api/leads', { name: nameOf(words), email, notes: words.of('notes') });
  const { customerId } = await done(owner, `/api/leads/${asked.id}/convert`);
  const place = { label: words.of('label'), address: `3 ${words.of('place')} Rd`, accessNotes: words.of('access') };
  await made(owner, `/api/customers/${customerId}/properties`, place);
  const suppressed = { address: email, reason: 'by_hand', note: words.of('suppression') };
  await made(owner, '/api/marketing/suppressions', suppressed);
  await quoted(planting, words, { customerId });
  await task(planting, words, 'customer', customerId);
  const job = await made(owner, '/api/jobs', {
    customerId,
    title: words.of('job'),
    address: `4 ${words.of('job address')} Ln`,
    description: words.of('job description'),
    accessInstructions: words.of('job access'),
    safetyNotes: words.of('job safety'),
  });
  await done(owner, `/api/jobs/${job.id}/notes`, { note: words.of('job note') });
  const cost = { category: 'material', amount: 5, description: words.of('cost') };
  await made(owner, `/api/jobs/${job.id}/costs`, cost);
  const lines = [{ description: words.of('invoice line'), unitPrice: 5 }];
  const invoice = await made(owner, '/api/invoices', { customerId, lines, notes: words.of('invoice notes') });
  await done(owner, `/api/invoices/${invoice.id}/send`);
  const payments = `/api/invoices/${invoice.id}/payments`;
  const payment = await made(owner, payments, { amount: 5, paymentMethod: 'check', confirmed: true });
  await done(owner, `${payments}/${payment.id}/void`, { reason: words.of('void') });
  const review = { customerId, platform: 'google', rating: 4, reviewText: words.of('review') };
  await made(owner, '/api/marketing/reviews', review);
  return { words, path: `/api/customers/${customerId}`, confirm: nameOf(words) };
}

/** Of the nth person of {@link folderWithOutsiders}, with the professional who does the work. */
async function externalLead({ owner, photo, of }: Planting, index = 0): Promise<Planted> {
  const words = outsider(of);
  const id = externalLeadId(LEADS_EACH * index);
  const path = `/api/admin/external-leads/${id}`;
  const { customer: asked } = (await owner.get(path).then(expectStatus(200))).body;
  for (const each of ['email', 'address', 'description', 'notes']) words.of(each);
  expect(asked.name).toBe(nameOf(words));
  await upload(owner, `external_lead/${id}`, photo, { caption: words.of('caption') }).then(expectStatus(201));
  const pro = { name: words.of('pro'), company: words.of('pro company'), contact: words.of('pro contact') };
  await done(owner, `${path}/assign-pro`, { ...pro, notes: words.of('pro notes') });
  await done(owner, `${path}/complete`, { outcome: 'work_done', notes: words.of('outcome') });
  return { words, path, confirm: asked.name };
}

/** Who does the work for one person, and was to do it for another; the leads stay. */
async function localPro({ owner, of }: Planting, index = 0): Promise<Planted> {
  const words = new Words(`pro ${of}`);
  const pro = { name: nameOf(words), company: words.of('company'), contact: words.of('contact') };
  const leadId = (nth: number) => externalLeadId(LEADS_EACH * index + nth);
  const at = (nth: number) => `/api/admin/external-leads/${leadId(nth)}`;
  const assigned = await owner
    .post(`${at(1)}/assign-pro`, { ...pro, notes: words.of('notes') })
    .then(expectStatus(200));
  const commandId = assigned.headers.get('x-command-id');
  await done(owner, '/api/undo', { category: 'external_lead', id: leadId(1), commandId });
  await done(owner, `${at(2)}/assign-pro`, { ...pro, notes: words.of('later notes') });
  await done(owner, `${at(2)}/complete`, { outcome: 'work_done', notes: null });
  return { words, path: `${at(2)}/pro`, confirm: pro.name };
}

async function quote(planting: Planting): Promise<Planted> {
  const words = new Words(`quote ${planting.of}`);
  const whose = { customerName: nameOf(words), customerEmail: `${words.of('email')}@example.com` };
  const id = await quoted(planting, words, whose);
  return { words, path: `/api/quotes/${id}`, confirm: nameOf(words) };
}

async function reviewWriter({ owner, of }: Planting): Promise<Planted> {
  const words = new Words(`reviewer ${of}`);
  const said = { customer: nameOf(words), platform: 'google', rating: 2, reviewText: words.of('review') };
  const { id } = await made(owner, '/api/marketing/reviews', said);
  await done(owner, `/api/marketing/reviews/${id}/respond`, { responseText: words.of('response') });
  return { words, path: `/api/marketing/reviews/${id}`, confirm: nameOf(words) };
}

async function staff(planting: Planting): Promise<Planted> {
  const { server, owner, of } = planting;
  const words = new Words(`staff ${of}`);
  const { id } = await made(owner, '/api/staff', {
    firstName: words.of('name'),
    lastName: words.of('last name'),
    email: `${words.of('email')}@example.com`,
    emergencyName: words.of('emergency'),
    skills: [words.of('skill')],
    certifications: [{ name: words.of('certificate') }],
  });
  const username = words.of('username');
  const { client } = await addSignedIn(server as TestServer, owner, username, { role: 'crew', personId: id });
  await server.stranger.post('/api/auth/login', { username, password: 'wrong' }).then(expectStatus(401));
  await server.stranger.post('/api/auth/login', { username, password: PASSWORD }).then(expectStatus(200));
  const days = { startDate: DAY, endDate: DAY, requestType: 'sick', reason: words.of('time off') };
  await made(client, '/api/hr/time-off', days);
  await task(planting, words, 'staff', id);
  await done(owner, `/api/staff/${id}/archive`);
  return { words, path: `/api/staff/${id}`, confirm: nameOf(words) };
}

async function account({ server, owner, of }: Planting): Promise<Planted> {
  const words = new Words(`account ${of}`);
  const username = words.of('username');
  const about = { email: `${words.of('email')}@example.com`, personId: null };
  const { id } = await addSignedIn(server as TestServer, owner, username, about);
  await owner.patch(`/api/users/${id}`, { disabled: true }).then(expectStatus(200));
  return { words, path: `/api/users/${id}`, confirm: username };
}

/** By kind of person: plants somebody. */
export const PEOPLE = { lead, heldRequest, customer, externalLead, localPro, quote, reviewWriter, staff, account };

/** Whoever reads leaves copies: answers that are kept, questions, searches, files, views of earlier moments. */
export async function lookAtAll(owner: Client, { words }: Planted): Promise<void> {
  const [first = ''] = words.all.keys();
  const moment = new Date().toISOString();
  for (const path of [
    `/api/search?q=${first}`,
    '/api/customers?format=csv',
    '/api/audit/events?format=jsonl',
    '/api/activity',
    ...['leads-working', 'customers', 'quotes', 'jobs', 'staff'].map((list) => `/api/${list}?asOf=${moment}`),
  ])
    await owner.get(path).then(expectStatus(200));
  await owner.post('/api/ask', { question: `Jobs of ${first}` });
}

/** The places whose words are still in a file of the folder, with how they lie there. */
export async function leftOf(people: readonly Planted[], folder: string) {
  const words = new Map(people.flatMap(({ words }) => [...words.all]));
  const traces = await tracesIn(folder, [...words.keys()]);
  return traces.map(({ text, ...where }) => ({ entered: words.get(text) as string, ...where }));
}

/** The places whose words are in no file of the folder. */
export async function absentOf({ words }: Planted, folder: string): Promise<string[]> {
  const found = new Set((await tracesIn(folder, [...words.all.keys()])).map(({ text }) => text));
  return [...words.all].filter(([text]) => !found.has(text) && !words.neverKept.has(text)).map(([, place]) => place);
}
