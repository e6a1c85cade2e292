import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sawPosition, toldUpTo } from '../../../../console/data/positions.ts';
import { queryClient, read } from '../../../../console/data/query-client.ts';

const PEOPLE = {
  queryKey: ['people'],
  queryFn: (context: Parameters<typeof read>[1]) => read<string>('/api/people', context),
};

/** An answer from a server whose read models had reached this position. */
const answer = (body: string, position: string) =>
  new Response(JSON.stringify(body), { headers: { 'x-position': position } });

const server = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', server.mockReset()));
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('A list that a busy server answered too early is read again, where the notice of the rest was quicker', async () => {
  const early = Promise.withResolvers<Response>();
  server.mockReturnValueOnce(early.promise).mockResolvedValueOnce(answer('after', '2'));
  sawPosition('2'); // a change of our own
  const reading = queryClient.fetchQuery(PEOPLE);
  toldUpTo('2');
  early.resolve(answer('before', '1'));
  expect(await reading).toBe('after');
});

test('A list that was answered too early is not read again while the notice of the rest is still to come', async () => {
  server.mockResolvedValueOnce(answer('before', '2'));
  sawPosition('3');
  expect(await queryClient.fetchQuery(PEOPLE)).toBe('before');
});
