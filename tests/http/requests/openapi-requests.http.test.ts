import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../support/depth.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { type ApiDocument, descriptionOf, type Operation } from '../../support/requests/described.ts';
import { type ValidRequest, validRequests } from '../../support/requests/requests.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

/** Runs per call; set it higher for a longer attack. */
const RUNS = Number(process.env['REQUEST_RUNS'] ?? runs(3));
/** The same requests in every run, so that none fails by chance; another seed makes different ones. */
const SEED = Number(process.env['REQUEST_SEED'] ?? 1);

let server: TestServer;
let owner: Client;
let document: ApiDocument;
let known: Record<string, string[]>;

beforeAll(async () => {
  server = await startTestServer();
  ({ document } = await descriptionOf(server.url));
  owner = await server.signIn();
  const made = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
  const ids = [
    await made('/api/leads', { name: 'Oak' }),
    await made('/api/customers', { lastName: 'Oak' }),
    await made('/api/equipment', { name: 'Saw', category: 'Chainsaws' }),
    await made('/api/crews', { name: 'North' }),
    await made('/api/staff', { lastName: 'Ash' }),
    await made('/api/quotes', { customerName: 'Ash', propertyAddress: '3 Elm St' }),
    await made('/api/users', { username: 'sam', role: 'office' }),
  ].map(({ id }) => id);
  known = { id: [...ids, 'main'], recordId: ids, category: ['lead', 'customer', 'equipment', 'crew', 'user'] };
});
afterAll(() => server.close());

/** An endless stream, forms with a file, and guesses that lock the account: each has tests of its own. */
const NOT_TRIED = new Set([
  'GET /api/changes',
  'GET /optimizer/runs/{id}/events',
  'POST /api/photos/{category}/{recordId}',
  'POST /api/leads/customer-portal',
  'PUT /api/settings/logo',
  'POST /api/quotes/analyze-image',
  'POST /api/analyze-image',
  'POST /api/auth/change-password',
]);

interface Call {
  name: string;
  template: string;
  method: string;
  operation: Operation;
}

function calls(): Call[] {
  return Object.entries(document.paths)
    .flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = `${method.toUpperCase()} ${template}`;
        return { name, template, method: method.toUpperCase(), operation };
      }),
    )
    .filter(({ name }) => !NOT_TRIED.has(name));
}

async function send({ method }: Call, path: string, body: unknown): Promise<Answer> {
  // Some of these calls sign out, or change who may sign in.
  if (owner.cookie() === undefined) owner = await server.signIn();
  const init =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await owner.send(path, { method, ...init });
  if (answer.status === 401) owner = await server.signIn();
  return answer;
}

/** Rules that the description gives only in words, by the message of the refusal. */
const IN_WORDS: RegExp[] = [
  /^The last day must not be (before the first|after today)/,
  /^(Days from .* on would be left out|.* is the first day with an entry)/,
  /^The email address must be like name@example\.com\.$/,
  /^The (amount|unit price|quantity) must be (more than 0|a number from 0\.01)/,
  /^(Choose a completed job|There is no job with this id|Add at least one line|An invoice must come to)/,
  /^(The date must not be after today|The due date must not be before)/,
  /^\d{4}-\d\d-\d\d is (before (1950|2000)-01-01|more than (a year|10 years|20 years) ahead)\. Check the year/,
  /^(Send the ids of 1 to 200 mails|Say whose photos)/,
  /^The cursor does not belong to this list/,
  /is not a position of this log\.$/,
  /^Enter a first (name )?or a last name/,
  /^There is no campaign with this id/,
  /^(There is no such account|No one with this id works here|There is no crew or person with this id|There is no customer with this id)/,
  /^(Some of this equipment|One of these people) was not found/,
  /^The certificate .* expires before it was issued/s,
  /^The working day must end after it starts/,
  /^Enter both latitude and longitude, or neither/,
  /^(Choose a darker color|The reminder days must go up|days must be a list of rising days)/,
  /^(Enter either ZIP codes or a radius|A radius needs a home base)/,
  /^(A property needs an address|Coordinates are a latitude and a longitude)/,
  /^(The interval|The payment terms) must be a whole number of days/,
  /^The estimated duration must be a number of hours/,
  /^Maintenance cannot be recorded before it is done/,
  /^(Enter the address of the job|Choose the date of the job|A scheduled job needs a date)/,
  /^The (crew size must be a whole number|latest date must not be before|end of the time window must be)/,
  /^(There is no (crew|job) with this id|This crew is not active)/,
  /^The customer of (a job cannot be changed|this job has no such property)/,
  /^(The end must be after the start|A visit can be at most|Two visits must not be at the same time)/,
  /^This (is in the future|cannot have happened after it was sent|cannot end before it started)/,
  /^(Enter the (note|amount|hours of one day)|Choose someone who works here|Hours cannot be entered before)/,
  /^The hours must be a number of hours/,
  /^The (deposit|overtime|validity|quantity) must be a whole number/,
  /^Enter the (name of the customer|full name of (this customer|the customer|the person who asked)|address of the property|answer)/,
  /^(The total is larger than a quote can be|Each item must have an id of its own|There is no lead with this id)/,
  /^(A quote can show only|The customer of this quote has no such property|This lead belongs to another customer)/,
  /^(The day must be a day of the calendar|The valid-until day|A quote can be valid for at most)/,
  /^(At most 14 days are planned at once|There is no such crew|Choose the crew whose truck is down)/,
  /^(Figures|Trends) cover at most/,
  /^A (pin is a latitude and a longitude|schedule can show at most)/,
  /^(Choose the (first|last) day|The last day must not be before the (first|day that is cleared)|Work is moved by at most|Time off can be|A request)/,
  /^(Please fill in all required fields|hostSite must be the address|This form is not one of ours|Too many requests from your address|aiAnalysis must)/,
  /^(path must begin with|asOf must be|This history has no event at)/,
  /^(Enter each service|Add a service before you send|Choose a service for each item|One item has no price)/,
];

/** The first thing wrong with each call, in words; [] if nothing is. */
async function findings(
  of: readonly Call[],
  wrong: (call: Call) => fc.IAsyncPropertyWithHooks<[ValidRequest, ...unknown[]]>,
) {
  const found: string[] = [];
  for (const call of of) {
    const { failed, counterexample, errorInstance } = await fc.check(wrong(call) as fc.IAsyncProperty<unknown>, {
      numRuns: RUNS,
      seed: SEED,
      endOnFailure: true,
    });
    if (failed) found.push(`${call.name}: ${errorInstance} ${JSON.stringify(counterexample)}`);
  }
  return found;
}

test.each(['0', 'x', '-1', '1.5', '9'.repeat(16)])(
  'What happened before %s, which is no position, is 400',
  async (before) => {
    expect(await owner.get(`/api/activity?before=${before}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid', message: 'This is not a position of this log.' },
    });
  },
);

test.each([
  ['an id that is too long', `/api/customers/${'a'.repeat(101)}`, 400],
  ['one of 10,000 characters', `/api/customers/${'a'.repeat(10_000)}`, 400],
  ['an address that cannot be decoded', '/api/customers/%zz', 400],
])('%s is refused in the shape of every error', async (_what, path, status) => {
  const answer = await owner.get(path);
  expect(answer).toMatchObject({ status, body: { message: expect.any(String), code: expect.any(String) } });
  expect(answer.body).not.toHaveProperty('statusCode');
  if (path.includes('%')) return;
  expect(await server.stranger.get(path)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

describe('a request made from the description', { tags: ['more'] }, () => {
  test('A request made from the description is never refused for what the description could have said, and never fails', async () => {
    const found = await findings(calls(), (call) =>
      fc.asyncProperty(validRequests(document, call.template, call.operation, known), async ({ path, body }) => {
        const { status, body: told } = await send(call, path, body);
        const isSaid = status !== 400 || IN_WORDS.some((words) => words.test(told.message));
        if (!isSaid || status >= 500) throw new Error(`${status} ${JSON.stringify(told)}`);
      }),
    );
    expect(found).toEqual([]);
  });

  test('A request made from the description with any other body is answered as described too, and never fails', async () => {
    const names = fc.constantFrom('name', 'email', 'id', 'status', 'expectedRevision', '__proto__');
    const anything = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
    const found = await findings(
      calls().filter(({ operation }) => operation.requestBody),
      (call) =>
        fc.asyncProperty(
          validRequests(document, call.template, call.operation, known),
          anything,
          async ({ path }, body) => {
            const { status } = await send(call, path, body);
            if (status >= 500) throw new Error(String(status));
          },
        ),
    );
    expect(found).toEqual([]);
  });
});
