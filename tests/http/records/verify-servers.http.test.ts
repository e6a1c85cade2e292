import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { givenKey, readAnchor } from '../../../platform/proof/verify/anchors.ts';
import { openToVerify } from '../../../platform/proof/verify/open.ts';
import { verifyLog } from '../../../platform/proof/verify/verify.ts';
import { expectStatus } from '../../support/server.ts';
import { onBothServers, ownerAt } from '../../support/servers/both-servers.ts';
import { mongoAvailable } from '../../support/servers/mongodb-server.ts';

// In the future, because past sessions are swept.
const AT = '2099-06-15T16:00:00Z';

describe.skipIf(!mongoAvailable())('verifying on EventStoreDB and MongoDB', () => {
  const stores = onBothServers();

  test('The log of a running Heartwood is whole, by its own checkpoints and by one that was handed out', {
    tags: ['deep'],
  }, async () => {
    const shared = stores();
    const server = await shared.start(AT);
    const owner = await ownerAt(server.url());
    await owner.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
    const text = (await owner.get('/api/audit/checkpoint').then(expectStatus(200))).body;
    const key = (await owner.get('/api/audit/key').then(expectStatus(200))).body;
    await owner.post('/api/leads', { name: 'Bea' }).then(expectStatus(201));

    const opened = await openToVerify({ ...parseConfig(shared.env), mongodbPrefix: shared.prefix }, Date.now);
    try {
      const given = givenKey({ name: 'key.txt', text: key });
      const anchor = readAnchor({ name: 'anchor.txt', text }, { given, kept: opened.kept.proof });
      const { isWhole, events, heads } = await verifyLog(opened.log, opened.kept, [anchor]);
      expect(isWhole).toBe(true);
      expect(heads.map(({ agrees }) => agrees)).toEqual([true, true]);
      expect(events).toBeGreaterThan(anchor.checkpoint.size);
    } finally {
      await opened.close();
      await server.close();
    }
  });
});
