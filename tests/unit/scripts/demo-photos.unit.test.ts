import { expect, test } from 'vitest';
import type { PhotoCommand } from '../../../domain/photo/photo.ts';
import { PHOTO_CATEGORIES } from '../../../domain/photo/terms.ts';
import { timeline } from '../../../scripts/demo/timeline.ts';
import { workingYear } from '../../../scripts/demo/working-time.ts';
import { fileName } from '../../../store/files.ts';

test('Every photo of the demo has its files, and belongs to a record that was there before', async () => {
  const records = new Set<string>();
  const files = new Set<string>();
  const pictured = new Map<string, number>();
  for (const { run } of timeline(workingYear(Temporal.PlainDate.from('2026-11-20'), 'America/New_York'))) {
    await run({
      async send(decider, id, sent) {
        const command = sent as PhotoCommand | { type: 'ConvertLead'; customerId: string };
        records.add(`${decider.category}/${id}`);
        if (command.type === 'ConvertLead') records.add(`customer/${command.customerId}`);
        if (command.type !== 'AttachPhoto') return;
        const { target, picture } = command;
        expect(records).toContain(`${target.category}/${target.recordId}`);
        expect(files).toContain(picture.sha256);
        expect(files).toContain(picture.thumbnailSha256);
        pictured.set(target.category, (pictured.get(target.category) ?? 0) + 1);
      },
      look: async () => [],
      load: async ({ initial }) => initial,
      async keep(bytes) {
        files.add(fileName(bytes));
        return fileName(bytes);
      },
    });
  }
  expect([...pictured.keys()].sort()).toEqual([...PHOTO_CATEGORIES].sort());
  for (const count of pictured.values()) expect(count).toBeGreaterThan(2);
});
