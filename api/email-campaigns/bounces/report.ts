import PostalMime, { type Attachment } from 'postal-mime';

/** The headers that say where a mail went: its own, and those that mail servers add for whom they pass it to. */
const RECIPIENT_HEADERS: ReadonlySet<string> = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to']);

/**
 * A report has few parts; more are an attempt to keep us busy. A message in it is one part: a report that somebody only
 * forwards is about another mail.
 */
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0 };
/** The parser takes its time for each line, and what a report says stands before the mail that came back (RFC 6522). */
const MOST_LINES = 2_000;

/** No part of an IP address, which answers name too. */
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/;
const REPLY = /^smtp;\s*([45]\d\d)\b/i;

/** Why a mail server has given up. */
export interface Failure {
  /** As RFC 3463 has it, such as `5.1.1`. */
  status: string;
  /** What the other server answered (RFC 5321), such as `550`; null where the report does not say. */
  reply: string | null;
}

/**
 * Where a mail that came back went: among these is the address that it was to come back to. Nothing else of it is read.
 * @param message in RFC 5322 format
 */
export function addressesIn(message: string): string[] {
  return fieldsIn(headersOf(message)).flatMap(([name, value]) => (RECIPIENT_HEADERS.has(name) ? [value] : []));
}

function headersOf(message: string): string {
  return message.slice(0, LIMITS.maxHeadersSize).split(/\r?\n\r?\n/, 1)[0] ?? '';
}

/**
 * Why the mail server has given up, as its report has it (RFC 3464); null for a delay, an automatic reply, or any other mail.
 * @param message in RFC 5322 format
 * @throws what the parser throws for a message beyond its limits
 */
export async function failureIn(message: string): Promise<Failure | null> {
  const headers = headersOf(message);
  const ofBody = fieldsIn(headers).filter(([name]) => name.startsWith('content-'));
  const body = message.slice(headers.length).split('\n', MOST_LINES).join('\n');
  // Addresses and the like take the parser long, and say nothing here.
  const { attachments } = await PostalMime.parse(ofBody.map((field) => field.join(': ')).join('\r\n') + body, LIMITS);
  const reports = attachments.filter(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType));
  return reports.flatMap((report) => failuresIn(textOf(report)))[0] ?? null;
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** Those of the recipients whom the server has given up: their fields are in groups, apart by empty lines. */
function failuresIn(text: string): Failure[] {
  const groups = text.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  return groups.flatMap((group) => {
    const fields = new Map(fieldsIn(group));
    if (!/^failed\b/i.test(fields.get('action') ?? '')) return [];
    const [, said = '5.0.0'] = STATUS.exec(fields.get('status') ?? '') ?? [];
    // One that says no more than its class gives way to what the other server said, in the same class.
    const diagnostic = fields.get('diagnostic-code') ?? '';
    const [, answered = said] = STATUS.exec(diagnostic) ?? [];
    const status = said.endsWith('.0.0') && answered[0] === said[0] ? answered : said;
    return [{ status, reply: REPLY.exec(diagnostic)?.[1] ?? null }];
  });
}

/** Names in lower case, and values; a line that begins with a blank goes on with the one before. */
function fieldsIn(group: string): [name: string, value: string][] {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split('\n');
  return lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
}
