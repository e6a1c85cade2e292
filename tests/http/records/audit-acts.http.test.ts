import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../api/audit/schema.ts';
import type { EventMetadata } from '../../../domain/kit/event.ts';
import type { EventToAppend } from '../../../store/event-store.ts';
import { addSignedIn } from '../../support/accounts.ts';
import type { Client } from '../../support/requests/client.ts';
import { inCompany } from '../../support/samples/company.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// The whole history by its acts: what somebody did, with all that followed from it.

const CALL = '/api/audit/events';

/** An act of so many commands, each in a stream of its own, whose parts are found in several reads. */
const IMPORTED = 1_000;
const IMPORT = 'the-import';

let folder: TempFolder;
let server: TestServer;
let owner: Client;
let auditor: Client;
beforeAll(async () => {
  folder = await tempFolder();
  await inCompany(folder.path, async ({ stores: { log } }) => {
    const of = (act: string): EventMetadata => ({ ...metadata(), correlationId: act, commandId: randomUUID() });
    for (let number = 0; number < IMPORTED; number += 1) {
      const stream = `numbering-${number}`;
      await log.append(
        stream,
        [numbered(1, of(IMPORT)), ...(number % 5 === 0 ? [numbered(2, of(IMPORT))] : [])],
        'none',
      );
      if (number % 100 === 0) await log.append(`numbering-other-${number}`, [numbered(1, of('another-act'))], 'none');
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

function numbered(first: number, of: EventMetadata): EventToAppend {
  return { type: 'NumbersTaken', data: { first, count: 1 }, id: randomUUID(), metadata: of };
}

/** What an answer waits for, so that the read models know of all that was done. */
let done = '';
const seen = () => ({ 'x-min-position': done });

function did<Answer extends { headers: Headers }>(answer: Answer): Answer {
  done = answer.headers.get('x-position') ?? done;
  return answer;
}

async function pages(query: Record<string, string>, client = owner): Promise<AuditEvent[]> {
  const all: AuditEvent[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
    const { body, headers } = await client.get(`${CALL}?${asked}`, seen()).then(expectStatus(200));
    all.push(...body);
    cursor = headers.get('x-next-cursor');
  }
  return all;
}

async function lines(query: Record<string, string>, client = owner): Promise<AuditEvent[]> {
  const asked = new URLSearchParams({ format: 'jsonl', ...query });
  const { body } = await client.send(`${CALL}?${asked}`, { headers: seen() }).then(expectStatus(200));
  const text: string = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The same is found in pages and in files, in both orders. */
async function expectFound(query: Record<string, string>, expected: readonly AuditEvent[], limit = '2') {
  for (const order of ['newest', 'oldest']) {
    const inOrder = order === 'newest' ? expected : expected.toReversed();
    expect(await pages({ limit, order, ...query })).toEqual(inOrder);
    expect(await lines({ order, ...query })).toEqual(inOrder);
  }
}

const actIdOf = ({ headers }: { headers: Headers }) => headers.get('x-command-id') ?? '';

async function convert(name: string, client = owner) {
  const { id } = (await client.post('/api/leads', { name }).then(expectStatus(201))).body;
  const converted = did(await client.post(`/api/leads/${id}/convert`).then(expectStatus(200)));
  return { leadId: id as string, customerId: converted.body.customerId as string, act: actIdOf(converted) };
}

describe('by act and cause', () => {
  test('An act is found with all that followed from it, and what followed from one event by that event', async () => {
    const { act, leadId } = await convert('Ada Byron');
    await convert('Another');
    const all = await pages({ limit: '500', category: 'lead' }).then(async (leads) => [
      ...leads,
      ...(await pages({ limit: '500', category: 'customer' })),
    ]);
    const own = all
      .filter(({ correlationId }) => correlationId === act)
      .sort((a, b) => (a.position < b.position ? 1 : -1));
    expect(own.map(({ category }) => category)).toEqual(['customer', 'lead']);
    await expectFound({ act }, own);
    await expectFound({ act }, own, '1');
    const [followed, first] = own as [AuditEvent, AuditEvent];
    const cause = `${first.stream}@${first.revision}`;
    expect(followed.causationId).toBe(cause);
    await expectFound({ cause }, [followed]);
    await expectFound({ act, cause }, [followed]);
    await expectFound({ cause: `${followed.stream}@${followed.revision}` }, []);
    await expectFound({ act: 'another-act', cause }, []);
    await expectFound({ act, type: first.type ?? '' }, [first]);
    await expectFound({ act, category: 'customer' }, [followed]);
    await expectFound({ act, record: `lead:${leadId}` }, [first]);
    await expectFound({ act, stream: followed.stream ?? '' }, [followed]);
    await expectFound(
      { act, actor: first.actor ?? '' },
      own.filter(({ actor }) => actor === first.actor),
    );
    await expectFound({ act, after: first.position }, [followed]);
    await expectFound({ act, after: followed.position }, []);
    await expectFound({ act, from: first.recordedAt ?? '', to: followed.recordedAt ?? '' }, own);
    await expectFound({ act, to: '2001-01-01' }, []);
    await expectFound({ act: 'nobody-s' }, []);
    const csv = await owner.get(`${CALL}?format=csv&act=${act}`, seen()).then(expectStatus(200));
    expect(csv.body.split('\r\n')).toHaveLength(own.length + 2);
  });

  test('The pages of an act of a thousand commands join without gap or repeat, in both orders', async () => {
    const all = (await pages({ type: 'NumbersTaken', limit: '500' })).filter((each) => each.correlationId === IMPORT);
    expect(all).toHaveLength(IMPORTED * 1.2);
    await expectFound({ act: IMPORT }, all, '7');
    await expectFound(
      { act: IMPORT, stream: 'numbering-500' },
      all.filter(({ stream }) => stream === 'numbering-500'),
    );
    const at = all[600]?.position ?? '';
    await expectFound({ act: IMPORT, after: at }, all.slice(0, 600), '100');
    expect(await lines({ act: IMPORT, limit: '3' })).toEqual(all.slice(0, 3));
  });

  test('An undo is an act of its own, which names the one that it undoes', async () => {
    const { act, leadId } = await convert('Not yet');
    const before = await pages({ act });
    const undone = did(
      await owner.post('/api/undo', { category: 'lead', id: leadId, commandId: act }).then(expectStatus(200)),
    );
    const undo = await pages({ act: actIdOf(undone) });
    expect(undo.map(({ undoes, category }) => [undoes === null, category])).toContainEqual([false, 'lead']);
    expect(await pages({ act })).toEqual(before);
  });

  test.each([
    ['act=', 'act', 'act must be the id of an act: the correlationId of an event.'],
    ['act=a%20b', 'act', 'act must be the id of an act'],
    ['act=a&cursor=12', 'cursor', 'Begin again without it.'],
    ['cause=lead', 'cause', 'cause must be the place of an event, like job-0190f3c2-…@4'],
    ['cause=lead-a@-1', 'cause', 'cause must be the place of an event'],
    ['cause=lead-nowhere@0', 'cause', 'This history has no event lead-nowhere@0. Take the causationId of an event'],
  ])('%s is refused with what to do about it', async (query, path, message) => {
    const { body } = await owner.get(`${CALL}?${query}`).then(expectStatus(400));
    expect(body.issues).toEqual([{ path, message: expect.stringContaining(message) }]);
  });

  test('What is not told to the auditor is found by no act, and nothing is asked by its place', async () => {
    const { id } = (await owner.post('/api/staff', { firstName: 'Kim' }).then(expectStatus(201))).body;
    const rate = { from: '2026-06-01', rate: '31.25' };
    const set = did(await owner.post(`/api/pay/${id}/rates`, rate).then(expectStatus(200)));
    expect(await pages({ act: actIdOf(set) })).toMatchObject([{ type: 'PayRateSet' }]);
    await expect(pages({ act: actIdOf(set) }, auditor)).resolves.toEqual([]);
    expect(await lines({ act: actIdOf(set) }, auditor)).toEqual([]);
    await auditor.get(`${CALL}?cause=pay-${id}@0`).then(expectStatus(403));
  });

  test('An act of somebody who was erased is found, and tells nothing of them', async () => {
    const { act, customerId } = await convert('Wilhelmina Quercus');
    did(
      await owner.post(`/api/customers/${customerId}/erase`, { confirm: 'Wilhelmina Quercus' }).then(expectStatus(200)),
    );
    const told = await pages({ act });
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('Quercus');
  });
});
