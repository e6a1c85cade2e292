import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '../../../platform/commands/link-tokens.ts';

/** What signs the tokens of a campaign. They are made once its sending has begun, and for that beginning alone. */
export const CAMPAIGN_SIGNER = 'campaign mail';

/** What an address in a mail of a campaign stands for. */
export interface MailPlace {
  campaignId: string;
  /** The part, and the recipient's place in it. */
  number: number;
  index: number;
  /** The link, from 1 on; 0 for the picture. */
  link: number;
}

const UUID_BYTES = 16;
const PLACE_BYTES = UUID_BYTES + 4 + 2 + 2;
const HEAD_BYTES = PLACE_BYTES + 4;
const MAC_BYTES = 16;

/** The token of one address; the same each time. */
export function placeToken({ number, key }: Signer, place: MailPlace): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(place.campaignId.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(place.number, UUID_BYTES);
  head.writeUInt16BE(place.index, UUID_BYTES + 4);
  head.writeUInt16BE(place.link, UUID_BYTES + 6);
  head.writeUInt32BE(number, PLACE_BYTES);
  return Buffer.concat([head, mac(key, head)]).toString('base64url');
}

/**
 * What a token stands for; null if we did not make it.
 * @param signerOf what signs the tokens of a campaign by the key of that number; null if there is none
 */
export async function placeOf(
  token: string,
  signerOf: (campaignId: string, number: number) => Promise<Signer | null>,
): Promise<MailPlace | null> {
  const bytes = Buffer.from(token, 'base64url');
  // Only one spelling: the decoder skips characters it does not know.
  if (bytes.length !== HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  const campaignId = head.toString('hex', 0, UUID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const signer = await signerOf(campaignId, head.readUInt32BE(PLACE_BYTES));
  // Without a key it takes the same computation, so that the time reveals nothing.
  const expected = mac(signer?.key ?? Buffer.alloc(32), head);
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), expected) || signer === null) return null;
  return {
    campaignId,
    number: head.readUInt32BE(UUID_BYTES),
    index: head.readUInt16BE(UUID_BYTES + 4),
    link: head.readUInt16BE(UUID_BYTES + 6),
  };
}

function mac(key: Uint8Array, head: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).digest().subarray(0, MAC_BYTES);
}
