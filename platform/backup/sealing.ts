import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';

// What a backup holds opens everything, so all of it is sealed with a key that only its passphrase gives (scrypt, then
// AES-256-GCM). Each part is bound to its name, and each name to its content: no part can stand for another.

const FORMAT = 'heartwood-backup@v1';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** scrypt with N = 2^17 and r = 8, the most that OWASP's table asks for: 128 MiB and half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
const MOST_MEMORY = 256 * 1024 * 1024;
/** Texts of events become a third; pictures are as large as before, at hardly any cost. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const scryptKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** How the key follows from the passphrase; not secret, and the same for all backups in a folder. */
const header = z.object({
  format: z.literal(FORMAT),
  salt: z.base64(),
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
  /** A known text, sealed: it tells a wrong passphrase from a damaged file. */
  check: z.base64(),
});

export type Header = z.output<typeof header>;

/** Seals and opens the parts of the backups in a folder. */
export interface Sealing {
  header: Header;
  /** The name of a part, which tells those without the key nothing. @param sha256 of its content, as hex */
  nameOf(sha256: string): string;
  /** @param place where it belongs: it opens nowhere else */
  seal(content: Uint8Array, place: string): Buffer;
  /** Null if it is not whole, or not what was sealed for this place. */
  open(sealed: Uint8Array, place: string): Buffer | null;
  /** Opens a part, which must have the content that its name is made from. */
  openPart(sealed: Uint8Array, name: string): Buffer | null;
}

/** The passphrase is not the one with which the backups in a folder were made. */
export class WrongPassphrase extends Error {}

/** The header in a text; null if it is none. */
export function readHeader(text: string): Header | null {
  try {
    return header.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** For a folder without backups. */
export async function newSealing(passphrase: string): Promise<Sealing> {
  const salt = randomBytes(SALT_BYTES);
  const sealing = sealingBy(await keyFrom(passphrase, salt));
  const check = sealing.seal(Buffer.from(FORMAT), 'check').toString('base64');
  return { ...sealing, header: { format: FORMAT, salt: salt.toString('base64'), ...COST, check } };
}

/** For a folder with backups. @throws WrongPassphrase */
export async function sealingOf(own: Header, passphrase: string): Promise<Sealing> {
  const sealing = sealingBy(await keyFrom(passphrase, Buffer.from(own.salt, 'base64')));
  if (sealing.open(Buffer.from(own.check, 'base64'), 'check')?.toString() !== FORMAT)
    throw new WrongPassphrase(
      'The passphrase is not the one with which these backups were made. Without it nobody can open them.',
    );
  return { ...sealing, header: own };
}

async function keyFrom(passphrase: string, salt: Buffer): Promise<Buffer> {
  // The same letters may come as other bytes from another keyboard.
  return scryptKey(passphrase.normalize('NFKC'), salt, KEY_BYTES, { ...COST, maxmem: MOST_MEMORY });
}

function sealingBy(master: Buffer): Omit<Sealing, 'header'> {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', master, '', `${FORMAT} ${use}`, KEY_BYTES));
  const [sealingKey, namingKey] = [derived('seal'), derived('name')];
  const nameOf = (sha256: string) => createHmac('sha256', namingKey).update(sha256).digest('hex');

  function open(sealed: Uint8Array, place: string): Buffer | null {
    if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(CIPHER, sealingKey, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`${FORMAT} ${place}`));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const packed = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      return zstdDecompressSync(packed);
    } catch {
      return null;
    }
  }

  return {
    nameOf,
    seal(content, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(`${FORMAT} ${place}`));
      const sealed = Buffer.concat([cipher.update(zstdCompressSync(content, FAST)), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    },
    open,
    openPart(sealed, name) {
      const content = open(sealed, partPlace(name));
      return content && nameOf(hash('sha256', content)) === name ? content : null;
    },
  };
}

/** Where a part belongs. */
export function partPlace(name: string): string {
  return `part ${name}`;
}
