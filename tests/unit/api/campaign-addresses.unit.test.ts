import { describe, expect, test } from 'vitest';
import { begunTag, type MailPlace, placeOf, placeToken } from '../../../api/email-campaigns/responses/tokens.ts';
import type { Signer } from '../../../platform/commands/link-tokens.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';

const spring = uuidv5('campaign', 'spring');
const fall = uuidv5('campaign', 'fall');
const signer: Signer = { number: 7, key: Buffer.alloc(32, 1) };
const signerOf = async (number: number) => (number === 7 ? signer : null);
const place: MailPlace = {
  campaignId: spring,
  begun: begunTag(uuidv5('event', 'spring')),
  number: 3,
  index: 499,
  link: 2,
};
const signed = (of: MailPlace) => placeToken(signer, of);

describe('addresses in the mails of a campaign', () => {
  test('A token stands for one link of one mail, and is the same each time', async () => {
    const token = signed(place);
    expect(token).toMatch(/^[\w-]{59}$/);
    expect(signed(place)).toBe(token);
    expect(await placeOf(token, signerOf)).toEqual(place);
  });

  test('No other text is a token: not one bit, not one spelling', async () => {
    const token = signed(place);
    const bytes = Buffer.from(token, 'base64url');
    const spoiled = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return copy.toString('base64url');
    });
    const others = ['', 'a', token.slice(1), `${token}=`, `${token}A`, ` ${token}`, '\u0000'.repeat(59)];
    for (const each of [...spoiled, ...others]) expect(await placeOf(each, signerOf), each).toBeNull();
  });

  test('The token of one campaign says nothing of another', async () => {
    const bytes = Buffer.from(signed(place), 'base64url');
    const moved = Buffer.concat([Buffer.from(fall.replaceAll('-', ''), 'hex'), bytes.subarray(16)]);
    expect(await placeOf(moved.toString('base64url'), signerOf)).toBeNull();
  });

  test('Without the key of a token nothing is ours', async () => {
    expect(await placeOf(signed(place), async () => null)).toBeNull();
    expect(await placeOf(placeToken({ number: 7, key: Buffer.alloc(32) }, place), async () => null)).toBeNull();
  });
});
