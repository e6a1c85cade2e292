import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../../../console/data/api.ts';

afterEach(() => vi.unstubAllGlobals());

test('A refused call says after how many seconds to come back, where its answer says so', async () => {
  const busy = { status: 503, headers: { 'retry-after': '7' } };
  vi.stubGlobal('fetch', async () => new Response('{"code":"busy","message":"Very busy."}', busy));
  await expect(call('POST', '/api/jobs')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 7 });
});
