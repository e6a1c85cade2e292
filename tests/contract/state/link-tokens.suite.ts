import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLinkTokens, type LinkTokens } from '../../../platform/commands/link-tokens.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { OpenedState } from './state.suite.ts';

const id = uuidv5('quote', 'a');
const target = { id, version: 2 };
const made = uuidv5('event', 'a2');
const eventIdOf = async (asked: { id: string; version: number }) =>
  asked.id === id && asked.version === 2 ? made : null;

/** Public links, wherever their keys are kept. */
export function linkTokensContract(name: string, open: () => Promise<OpenedState>): void {
  describe(`link tokens: keys on ${name}`, () => {
    let opened: OpenedState;
    let links: LinkTokens;
    beforeEach(async () => {
      opened = await open();
      links = createLinkTokens(opened.state);
    });
    afterEach(() => opened.close());

    test('A token leads to its version, for every process, and is the same each time', async () => {
      const token = await links.make('quote', target, made);
      expect(token).toMatch(/^[\w-]{54}$/);
      const other = createLinkTokens(opened.state);
      expect(await other.make('quote', target, made)).toBe(token);
      expect(await other.verify('quote', token, eventIdOf)).toEqual(target);
    });

    test('Two processes that make the first link at once sign with one key', async () => {
      const both = [links, createLinkTokens(opened.state)];
      const tokens = await Promise.all(both.map((each) => each.make('quote', target, made)));
      expect(new Set(tokens).size).toBe(1);
    });

    test('No other text is a token: not one bit, spelling, kind, version or record', async () => {
      const token = await links.make('quote', target, made);
      const bytes = Buffer.from(token, 'base64url');
      const spoiled = Array.from({ length: bytes.length * 8 }, (_, bit) => {
        const copy = Buffer.from(bytes);
        copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        return copy.toString('base64url');
      });
      // The last character has bits that no byte needs.
      const respelled = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        .split('')
        .map((last) => `${token.slice(0, -1)}${last}`)
        .filter((each) => each !== token);
      const others = ['', 'a', token.slice(1), `${token}=`, `${token}A`, ` ${token}`, '\u0000'.repeat(54)];
      for (const each of [...spoiled, ...respelled, ...others]) {
        expect(await links.verify('quote', each, eventIdOf), each).toBeNull();
      }
      expect(await links.verify('invoice', token, eventIdOf)).toBeNull();
      expect(await links.verify('quote', token, async () => uuidv5('event', 'other'))).toBeNull();
      expect(await links.verify('quote', token, async () => null)).toBeNull();
      expect(await links.verify('quote', await links.make('quote', target, ''), async () => null)).toBeNull();
    });

    test('With a new key, earlier tokens stay good until the retired keys are removed', async () => {
      const before = await links.make('quote', target, made);
      await Promise.all([links.rotate(), createLinkTokens(opened.state).rotate()]);
      const after = await links.make('quote', target, made);
      expect(after).not.toBe(before);
      expect(await links.verify('quote', before, eventIdOf)).toEqual(target);

      expect(await links.removeRetired(0)).toBe(0);
      expect(await links.verify('quote', before, eventIdOf)).toBeNull();
      expect(await createLinkTokens(opened.state).verify('quote', after, eventIdOf)).toEqual(target);
      // A used number is never used again, so anything signed with a removed key stays worthless.
      await links.rotate();
      expect(await links.removeRetired(0)).toBe(0);
      await links.rotate();
      expect(await links.verify('quote', before, eventIdOf)).toBeNull();
    });

    test('Of the retired keys the newest can be kept', async () => {
      const tokens: string[] = [];
      for (let key = 0; key < 3; key++) {
        if (key > 0) await links.rotate();
        tokens.push(await links.make('quote', target, made));
      }
      expect(await links.removeRetired(5)).toBe(2);
      expect(await links.removeRetired(1)).toBe(1);
      const found = await Promise.all(tokens.map((token) => links.verify('quote', token, eventIdOf)));
      expect(found).toEqual([null, target, target]);
    });

    test('What signs many tokens is the same for every process, of one kind, until its key is removed', async () => {
      const signer = await links.signer('campaign');
      const other = createLinkTokens(opened.state);
      expect(await other.signerOf(signer.number, 'campaign')).toEqual(signer);
      await links.rotate();
      const others = [await other.signerOf(signer.number, 'quote'), await other.signer('campaign')];
      for (const each of others) expect(each?.key).not.toEqual(signer.key);
      expect(await other.signerOf(signer.number, 'campaign')).toEqual(signer);
      await links.removeRetired(0);
      expect(await other.signerOf(signer.number, 'campaign')).toBeNull();
    });

    test('A record whose id is no UUID has no link', async () => {
      await expect(links.make('quote', { id: 'a', version: 1 }, made)).rejects.toThrow('UUID');
    });
  });
}
