import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  runForeign,
  runForeignOnEvidence,
  runOurs,
  unpack,
  verifiersAvailable,
} from '../../support/proof/verifiers.ts';
import { expectStatus } from '../../support/server.ts';
import { onBothServers, ownerAt } from '../../support/servers/both-servers.ts';
import { mongoAvailable } from '../../support/servers/mongodb-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// In the future, because past sessions are swept.
const AT = '2099-06-15T16:00:00Z';

describe.skipIf(!mongoAvailable() || !verifiersAvailable())('proofs on EventStoreDB and MongoDB', () => {
  const stores = onBothServers();

  test('Two processes sign one history, and a verifier of others accepts what either of them hands out', {
    tags: ['deep'],
    timeout: 120_000,
  }, async () => {
    const shared = stores();
    const servers = [await shared.start(AT), await shared.start(AT)];
    try {
      const [one, other] = [await ownerAt(servers[0]?.url() ?? ''), await ownerAt(servers[1]?.url() ?? '')];
      const text = async (client: typeof one, path: string): Promise<string> =>
        (await client.get(`/api/audit/${path}`).then(expectStatus(200))).body;
      const earlier = await text(one, 'checkpoint');
      const added = await other.post('/api/leads', { name: 'Ada' }).then(expectStatus(201));
      const at = `events/${encodeURIComponent(added.headers.get('x-position') ?? '')}`;

      const proof = await text(other, `${at}/proof`);
      const handed = { key: await text(one, 'key'), leaf: await text(one, `${at}/leaf`), proof };
      const sizes = [earlier, proof.split('\n\n')[1] ?? ''].map((note) => note.split('\n')[1]);
      const consistency = await text(one, `consistency?from=${sizes[0]}&to=${sizes[1]}`);

      expect(await runOurs(handed)).toMatch(/^It is event \d+ of \d+\.$/);
      expect(await runForeign(handed, earlier, consistency)).toBe('True\nTrue');
      expect(await text(one, `checkpoint?size=${sizes[1]}`)).toBe(proof.slice(proof.indexOf('\n\n') + 2));

      const path = `/api/audit/records/lead/${added.body.id}/evidence`;
      const evidence = await fetch((servers[0]?.url() ?? '') + path, { headers: { cookie: one.cookies() } });
      const folder = await tempFolder();
      const zip = join(folder.path, 'evidence.zip');
      await writeFile(zip, Buffer.from(await evidence.arrayBuffer()));
      await unpack(zip, folder.path);
      expect(await runForeignOnEvidence(folder.path)).toBe('1');
      await folder.remove();
    } finally {
      for (const server of servers) await server.close();
    }
  });
});
