import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signer } from '../../../platform/commands/link-tokens.ts';
import { uuidOf } from '../../../platform/runtime/ids.ts';
import type { ApiContext } from '../../kit/context.ts';
import { begunOf } from '../responses/addresses.ts';
import type { MailPlace } from '../responses/tokens.ts';

// Mail that cannot be delivered goes back to the address in its envelope, and nothing in it can be relied on to say whose it
// was. So each mail of a campaign has an address of its own there (VERP): `bounces+<token>@mail.example.com`.

/** The recipient that a token stands for, and the beginning of the sending. */
export type BouncePlace = Pick<MailPlace, 'campaignId' | 'begun' | 'number' | 'index'>;

/** What signs them: the keys of the other tokens in a mail, for this use alone. */
const BOUNCE_SIGNER = 'campaign bounce';

const UUID_BYTES = 16;
const HEAD_BYTES = UUID_BYTES + 2 + 2 + 2;
/** An address has no room for more: 80 bits, of which nobody learns more than that a guess is wrong. */
const MAC_BYTES = 10;
/** Base 32 (RFC 4648) in lower case: mail servers may change the case, and take few other characters in an address. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const TOKEN = /\+([a-z2-7]{52})@/i;

/** @throws RangeError from 65,536 parts, recipients of one or keys on, which no company has */
export function bounceToken({ number, key }: Signer, { campaignId, begun, ...place }: BouncePlace): string {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(campaignId.replaceAll('-', ''), 'hex');
  head.writeUInt16BE(place.number, UUID_BYTES);
  head.writeUInt16BE(place.index, UUID_BYTES + 2);
  head.writeUInt16BE(number, UUID_BYTES + 4);
  return base32(Buffer.concat([head, mac(key, head, begun)]));
}

/**
 * The addresses that mails of a campaign come back to, whose sending has begun.
 * @returns that of one recipient, by their place; null where no mailbox of bounces is set
 */
export async function returnPathsFor(
  { config, links }: Pick<ApiContext, 'links'> & { config: { bounceAddress: string | null } },
  campaign: Pick<BouncePlace, 'campaignId' | 'begun'>,
): Promise<(place: Pick<BouncePlace, 'number' | 'index'>) => string | null> {
  if (config.bounceAddress === null) return () => null;
  const [name, domain] = config.bounceAddress.split('@');
  const signer = await links.signer(BOUNCE_SIGNER);
  return (place) => `${name}+${bounceToken(signer, { ...campaign, ...place })}@${domain}`;
}

/**
 * Whose mail came back, by an address that it came back to, in any case. Only the signature counts: a mail server may have
 * passed it on to another mailbox or domain.
 * @returns null for an address that we did not make
 */
export async function bouncePlaceOf(
  { store, links }: Pick<ApiContext, 'store' | 'links'>,
  address: string,
): Promise<BouncePlace | null> {
  const [, token] = TOKEN.exec(address) ?? [];
  const bytes = token === undefined ? null : unBase32(token.toLowerCase());
  if (bytes === null) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  const campaignId = uuidOf(head.toString('hex', 0, UUID_BYTES));
  const begun = await begunOf({ store }, campaignId);
  const signer = await links.signerOf(head.readUInt16BE(UUID_BYTES + 4), BOUNCE_SIGNER);
  // Without a key or a campaign it takes the same computation, so that the time reveals nothing.
  const expected = mac(signer?.key ?? Buffer.alloc(32), head, begun ?? 0);
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), expected) || signer === null || begun === null) return null;
  return { campaignId, begun, number: head.readUInt16BE(UUID_BYTES), index: head.readUInt16BE(UUID_BYTES + 2) };
}

/** The beginning of the sending has no room in the token, but its signature. */
function mac(key: Uint8Array, head: Uint8Array, begun: number): Buffer {
  return createHmac('sha256', key).update(head).update(String(begun)).digest().subarray(0, MAC_BYTES);
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** @returns null for any but the one spelling */
function unBase32(text: string): Buffer | null {
  const bits = Array.from(text, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('');
  const whole = bits.slice(0, (HEAD_BYTES + MAC_BYTES) * 8).match(/.{8}/g) ?? [];
  const bytes = Buffer.from(whole.map((byte) => Number.parseInt(byte, 2)));
  return base32(bytes) === text ? bytes : null;
}
