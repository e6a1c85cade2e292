import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { FindingDetails } from '../../../domain/insight/finding.ts';
import type { InsightCommand } from '../../../domain/insight/insight.ts';
import type { DetectorName } from '../../../domain/insight/terms.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { addSignedIn } from '../accounts.ts';
import type { Answer, Client } from '../requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../server.ts';
import { openProductStores } from '../stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../temp-folder.ts';
import { noteOf, raiseOn } from './noted.ts';

export const RULES = '/api/ai/automation-rules';
export const RUNS = '/api/ai/automation-runs';
export const LONG = { timeout: 20_000 };

type Body = Answer['body'];

/** A server for the tests of a file about rules, without a rule at the start of each, and what they all do there. @param clock the server's */
export function serveRules(env: Record<string, string> = {}, clock?: Clock) {
  let folder: TempFolder;
  let server: TestServer;
  let owner: Client;
  const start = () => startTestServer({ ...env, DATA_DIR: folder.path }, clock);
  beforeAll(async () => {
    folder = await tempFolder();
    server = await start();
    owner = await server.signIn();
  });
  afterEach(async () => {
    for (const { id } of await get(RULES)) await owner.delete(`${RULES}/${id}`).then(expectStatus(204));
  });
  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  const add = async (path: string, body: object): Promise<Body> =>
    (await owner.post(path, body).then(expectStatus(201))).body;
  /** What a rule makes is read a moment later. */
  const get = (path: string): Promise<Body> =>
    vi.waitFor(async () => (await owner.get(path).then(expectStatus(200))).body, LONG);
  const runsOf = async (ruleId: string): Promise<Body[]> => {
    const answer = await owner.get(`${RUNS}?ruleId=${ruleId}`);
    return answer.status === 200 ? answer.body : [];
  };

  return {
    add,
    get,
    runsOf,
    /** The owner; signed in anew whenever the server was started anew. */
    owner: () => owner,
    /** Where the company's data are. */
    folder: () => folder.path,
    /** Somebody else of a role, signed in until the server is started anew. */
    signedIn: async (role: string): Promise<Client> =>
      (await addSignedIn(server, owner, `some-${role}`, { role })).client,
    /** A rule that is on. */
    async rule(more: object): Promise<string> {
      const { id } = await add(RULES, { name: 'A rule', leastSeverity: 'info', ...more });
      await owner.post(`${RULES}/${id}/turn-on`).then(expectStatus(200));
      return id;
    },
    async customer(more: object = {}): Promise<string> {
      const told = { firstName: 'Ada', lastName: 'Byron', address: '1 Elm St', city: 'Salem', ...more };
      return (await add('/api/customers', told)).id;
    },
    /**
     * A detector finds something while the server is not running.
     * @param next what becomes of it before the server runs again
     * @returns the insight's id
     */
    async raise(
      detector: DetectorName,
      subject: string,
      more: Partial<FindingDetails> = {},
      next: readonly InsightCommand[] = [],
    ): Promise<string> {
      await server.close();
      const stores = await openProductStores({ folder: folder.path });
      const { id } = await raiseOn(stores.commandHandler(), noteOf(detector, subject, more), next);
      await stores.release();
      server = await start();
      owner = await server.signIn();
      return id;
    },
    /** Waits until a rule has so many runs, and answers the newest. */
    async runOf(ruleId: string, count = 1): Promise<Body> {
      await expect.poll(async () => (await runsOf(ruleId)).length, LONG).toBe(count);
      return (await runsOf(ruleId))[0];
    },
    /** What Recent Activity tells of runs, the newest first. */
    async told(): Promise<Body[]> {
      return (await get('/api/activity?limit=20')).filter(({ actor }: Body) => actor === 'automation');
    },
    /** Takes back the newest run of a rule that made something. */
    async undoRun(ruleId: string): Promise<Answer> {
      const run = (await runsOf(ruleId)).find(({ undo }) => undo !== null);
      return owner.post('/api/undo', run.undo);
    },
  };
}
