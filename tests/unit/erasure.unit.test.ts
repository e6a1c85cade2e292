import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import { createErasure } from '../../platform/commands/erasure.ts';

type Parts = Parameters<typeof createErasure>[0];

const erased = {
  type: 'CustomerErased',
  stream: 'customer-a',
  position: '1',
  revision: 1n,
  id: '4f3a3a6e-6f0f-4b0e-9d4e-0d5c2f1b7a10',
  data: { leadId: null, propertyIds: [] },
  metadata: { subject: 'ada', recordedAt: '2026-06-15T12:00:00.000Z', correlationId: 'c' },
} as unknown as RecordedEvent;

test.each(['jobs', 'photos'])('whoever has waited long enough does not wait for all %s', async (collection) => {
  const stop = new AbortController();
  const documents = Array.from({ length: 50 }, (_, index) => ({ id: `${index}` }));
  const pages = { find: async (of: string) => ({ documents: of === collection ? documents : [], cursor: null }) };
  const asked: string[] = [];
  const handle = async (_: unknown, id: string) => {
    asked.push(id);
    if (asked.length === 3) stop.abort();
    return { position: '1' };
  };
  const erasure = createErasure({
    keys: { erase: async () => undefined },
    streams: { forget: () => undefined },
    commands: { handle } as unknown as CommandHandler,
    readModels: { peek: () => pages, current: () => pages, position: () => '1' },
    files: { delete: async () => undefined },
  } as unknown as Parts);
  await expect(erasure.finish([erased], stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual(['0', '1', '2']);
});
