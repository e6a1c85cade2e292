import { hash, randomUUIDv7 } from 'node:crypto';

/** The namespace of every derived id. Never changes: ids derived from it are in the log. */
export const HEARTWOOD = 'b1d5b8ad-7c0e-4ed4-9f4e-5c0a6f1d3e27';

/**
 * A name-based UUID (RFC 9562, version 5): the same namespace and name always give the same id.
 * @param namespace a UUID; any other text (a stream id like `owner`) is first turned into one under HEARTWOOD.
 */
export function uuidv5(namespace: string, name: string): string {
  const space = UUID.test(namespace) ? namespace : uuidv5(HEARTWOOD, namespace);
  const input = Buffer.allocUnsafe(16 + Buffer.byteLength(name));
  input.write(space.replaceAll('-', ''), 0, 'hex');
  input.write(name, 16);
  const hex = hash('sha1', input);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A UUID as text. @param hex its 32 digits */
export function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The id of a person's command: the same key from the same actor on the same path is the same command; without a key
 * every request is a new one (docs/design/commands.md#repeats), whose id begins with the time (UUID, version 7).
 * @param path without its query
 */
export function requestCommandId(actor: string, method: string, path: string, key: string | undefined): string {
  return key === undefined ? randomUUIDv7() : uuidv5(HEARTWOOD, [actor, method, path, key].join('\n'));
}

/** The length of a UUID's 48 bits of time, with which versions 7 and 8 begin. */
const TIME_LENGTH = '01a201dc-c48a-'.length;

/**
 * The id of something that a command creates, the same for each repeat of it. If the command's id begins with the time,
 * so does this one (UUID, version 8): things made at about the same time are then next to each other in every index by
 * id, in the log and in the read models, where random ids would each change a page of their own.
 * @param role tells apart the things that one command creates
 */
export function madeId(commandId: string, role: string): string {
  const derived = uuidv5(commandId, role);
  if (commandId.charAt(TIME_LENGTH) !== '7') return derived;
  return `${commandId.slice(0, TIME_LENGTH)}8${derived.slice(TIME_LENGTH + 1)}`;
}

/**
 * The id of the event that a command writes at a place in a stream, so that a repeat writes the same ids. It includes
 * the hash of the command's body: the same command id with another body, sent to two processes at once, is then a
 * conflict in the stream rather than taken for a repeat.
 */
export function eventId(commandId: string, commandHash: string, stream: string, revision: bigint): string {
  return uuidv5(commandId, `${stream}@${revision}\n${commandHash}`);
}

/** JSON with sorted keys and without undefined values: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** SHA-256 as hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}
