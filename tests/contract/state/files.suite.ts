import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '../../../store/files.ts';

export interface FilesUnderTest {
  files: FileStore;
  /** How many files are stored. */
  count(): Promise<number>;
  close(): Promise<void>;
}

const LARGER_THAN_A_CHUNK = 600_000;

/** What every adapter of the files port does. */
export function filesContract(name: string, open: () => Promise<FilesUnderTest>): void {
  describe(`files: ${name}`, () => {
    let under: FilesUnderTest;
    let files: FileStore;
    beforeAll(async () => {
      under = await open();
      files = under.files;
    });
    afterAll(() => under?.close());

    test.each([0, 1, LARGER_THAN_A_CHUNK])(
      'The file store gives back %d bytes as they were, under their SHA-256',
      async (length) => {
        const bytes = randomBytes(length);
        const put = await files.put(bytes);
        expect(put).toMatch(/^[0-9a-f]{64}$/);
        expect(await files.has(put)).toBe(true);
        expect((await files.get(put))?.equals(bytes)).toBe(true);
      },
    );

    test('A file is named by its content', async () => {
      expect(await files.put(Buffer.from('abc'))).toBe(
        'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      );
    });

    test('The file store stores one content once, put again and at the same time', async () => {
      const before = await under.count();
      const bytes = randomBytes(LARGER_THAN_A_CHUNK);
      const names = await Promise.all(Array.from({ length: 5 }, () => files.put(bytes)));
      names.push(await files.put(bytes));
      expect(new Set(names).size).toBe(1);
      expect(await under.count()).toBe(before + 1);
      expect((await files.get(names[0] as string))?.equals(bytes)).toBe(true);
    });

    test('The file store stores different contents side by side', async () => {
      const contents = Array.from({ length: 8 }, () => randomBytes(1_000));
      const names = await Promise.all(contents.map((bytes) => files.put(bytes)));
      const read = await Promise.all(names.map((each) => files.get(each)));
      expect(read.every((bytes, index) => bytes?.equals(contents[index] as Buffer))).toBe(true);
    });

    test('The file store removes a file, once, and takes it again', async () => {
      const bytes = randomBytes(100);
      const put = await files.put(bytes);
      expect(await files.delete(put)).toBe(true);
      expect(await files.has(put)).toBe(false);
      expect(await files.get(put)).toBeNull();
      expect(await files.delete(put)).toBe(false);
      expect(await files.put(bytes)).toBe(put);
      expect((await files.get(put))?.equals(bytes)).toBe(true);
    });

    test.each(['', 'f'.repeat(64), 'F'.repeat(64), '../state.db', `../${'a'.repeat(61)}`, '$ne'])(
      'The file store has no file called %j',
      async (wrong) => {
        expect(await files.get(wrong)).toBeNull();
        expect(await files.has(wrong)).toBe(false);
        expect(await files.delete(wrong)).toBe(false);
      },
    );
  });
}
