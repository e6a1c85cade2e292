import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { expectStatus } from '../server.ts';
import type { Answer, Client } from './client.ts';

/** One command that was sent: with the same key it is the same command whenever it is sent again. */
export interface Sent {
  method: 'POST' | 'PATCH';
  path: string;
  body: object | undefined;
  key: string;
}

/** A lead as the load left it: what was acknowledged, and what may or may not have happened when the server died. */
export interface Expected {
  name: string;
  id: string | null;
  status: string;
  converted: boolean;
  acknowledged: number;
  unanswered: Sent | null;
}

/** Sends a command with its key. @returns null if no answer came */
export async function send(client: Client, { method, path, body, key }: Sent): Promise<Answer | null> {
  const headers = { 'idempotency-key': key };
  try {
    return method === 'POST' ? await client.post(path, body, headers) : await client.patch(path, body, headers);
  } catch {
    return null;
  }
}

/** One person's work: leads captured, moved and converted, one after another, until the server is gone. */
export async function work(client: Client, prefix: string, gone: () => boolean): Promise<Expected[]> {
  const leads: Expected[] = [];
  for (let count = 0; !gone(); count++) {
    const lead: Expected = {
      name: `${prefix} ${count}`,
      id: null,
      status: 'New',
      converted: false,
      acknowledged: 0,
      unanswered: null,
    };
    leads.push(lead);
    for (const command of commandsFor(lead, count)) {
      const sent = command();
      const answer = await send(client, sent);
      if (answer === null || answer.status >= 500) {
        lead.unanswered = sent;
        return leads;
      }
      if (answer.status >= 300) throw new Error(`${sent.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      note(lead, answer);
    }
  }
  return leads;
}

/** Adds what an answer acknowledges to what is expected. */
export function note(lead: Expected, answer: Answer): void {
  lead.id = answer.body.id;
  lead.status = answer.body.status;
  lead.converted = answer.body.customerId !== null;
  lead.acknowledged++;
  lead.unanswered = null;
}

function commandsFor(lead: Expected, count: number): (() => Sent)[] {
  const key = () => randomUUID();
  const capture = () => ({
    method: 'POST' as const,
    path: '/api/leads',
    body: { name: lead.name, email: 'load@example.com', phone: '555-0123' },
    key: key(),
  });
  const move = () => ({
    method: 'PATCH' as const,
    path: `/api/leads/${lead.id}`,
    body: { status: 'Quoting', notes: `moved ${count}` },
    key: key(),
  });
  const convert = () => ({
    method: 'POST' as const,
    path: `/api/leads/${lead.id}/convert`,
    body: undefined,
    key: key(),
  });
  return [[capture], [capture, move], [capture, move, convert]][count % 3] as (() => Sent)[];
}

/** Sends again, with the same keys, whatever was in flight when the server died. */
export async function finishUnanswered(client: Client, leads: Expected[]): Promise<void> {
  for (const lead of leads) {
    if (!lead.unanswered) continue;
    const answer = await send(client, lead.unanswered);
    if (answer === null || answer.status >= 300)
      throw new Error(`Not carried out when sent again: ${JSON.stringify(answer?.body)}`);
    note(lead, answer);
  }
}

/** A whole list once it shows what the log holds now. */
export async function listNow(client: Client, path: string): Promise<Answer['body'][]> {
  const { head } = (await client.get('/api/health')).body;
  for (;;) {
    const { headers, body } = await client.get(path, { 'x-min-position': head }).then(expectStatus(200));
    if (headers.get('x-consistent') === 'true') return body;
  }
}

/** Every acknowledged step is in the lists, and none twice. */
export async function expectAll(client: Client, leads: Expected[]): Promise<void> {
  const listed = await listNow(client, '/api/leads-working');
  const customers = await listNow(client, '/api/customers');
  expect(listed.map((lead) => lead.name).toSorted()).toEqual(leads.map((lead) => lead.name).toSorted());
  const byId = new Map(listed.map((lead) => [lead.id, lead]));
  for (const lead of leads) {
    expect(byId.get(lead.id)).toMatchObject({ name: lead.name, status: lead.status });
    expect(customers.filter((customer) => customer.leadId === lead.id)).toHaveLength(lead.converted ? 1 : 0);
  }
}
