import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '../../../platform/commands/link-tokens.ts';
import { uuidOf } from '../../../platform/runtime/ids.ts';

/** What signs the tokens of campaigns. */
export const CAMPAIGN_SIGNER = 'campaign mail';

/** What an address in a mail of a campaign stands for. */
export interface MailPlace {
  campaignId: string;
  /** `begunTag` of the beginning of the sending: in another history the campaign of this id has another one. */
  begun: number;
  /** The part, and the recipient's place in it. */
  number: number;
  index: number;
  /** The link, from 1 on; 0 for the picture. */
  link: number;
}

const UUID_BYTES = 16;
const PLACE_BYTES = UUID_BYTES + 4 + 4 + 2 + 2;
const HEAD_BYTES = PLACE_BYTES + 4;
/** 96 bits: nobody learns more of a guess than that it is wrong. */
const MAC_BYTES = 12;

/** Tells one beginning of a sending from another. @param eventId of its event */
export function begunTag(eventId: string): number {
  return createHash('sha256').update(eventId).digest().readUInt32BE();
}

/** The token of one address; the same each time. */
export function placeToken({ number, key }: Signer, place: MailPlace): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(place.campaignId.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(place.begun, UUID_BYTES);
  head.writeUInt32BE(place.number, UUID_BYTES + 4);
  head.writeUInt16BE(place.index, UUID_BYTES + 8);
  head.writeUInt16BE(place.link, UUID_BYTES + 10);
  head.writeUInt32BE(number, PLACE_BYTES);
  return Buffer.concat([head, mac(key, head)]).toString('base64url');
}

/**
 * What a token stands for; null if we did not make it. Nothing of the campaign is looked up for that.
 * @param signerOf what signs tokens by the key of that number; null if there is none
 */
export async function placeOf(
  token: string,
  signerOf: (number: number) => Promise<Signer | null>,
): Promise<MailPlace | null> {
  const bytes = Buffer.from(token, 'base64url');
  // Only one spelling: the decoder skips characters it does not know.
  if (bytes.length !== HEAD_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  const signer = await signerOf(head.readUInt32BE(PLACE_BYTES));
  // Without a key it takes the same computation, so that the time reveals nothing.
  const expected = mac(signer?.key ?? Buffer.alloc(32), head);
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), expected) || signer === null) return null;
  return {
    campaignId: uuidOf(head.toString('hex', 0, UUID_BYTES)),
    begun: head.readUInt32BE(UUID_BYTES),
    number: head.readUInt32BE(UUID_BYTES + 4),
    index: head.readUInt16BE(UUID_BYTES + 8),
    link: head.readUInt16BE(UUID_BYTES + 10),
  };
}

function mac(key: Uint8Array, head: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).digest().subarray(0, MAC_BYTES);
}
