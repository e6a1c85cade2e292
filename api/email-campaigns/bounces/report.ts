import PostalMime, { type Attachment } from 'postal-mime';

/** What became of a mail, as a mail server reports it (RFC 3464). */
export interface BounceReport {
  /** Where the report went: among them the address that the mail was to come back to. */
  addresses: string[];
  /** Why the mail server has given up (RFC 3463); null for a delay, an automatic reply, or any other mail. */
  failure: string | null;
}

/** The headers that say where a mail went: its own, and those that mail servers add for whom they pass it to. */
const RECIPIENT_HEADERS: ReadonlySet<string> = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to']);

/** A report has few parts; more are an attempt to keep us busy. */
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 64 * 1024 };

const STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * Reads a mail that came back.
 * @param message in RFC 5322 format
 * @throws what the parser throws for a message beyond its limits
 */
export async function reportIn(message: string): Promise<BounceReport> {
  const { headers, attachments } = await PostalMime.parse(message, LIMITS);
  const addresses = headers.flatMap(({ key, value }) => (RECIPIENT_HEADERS.has(key) ? [value] : []));
  const reports = attachments.filter(({ mimeType }) => /^message\/(global-)?delivery-status$/.test(mimeType));
  return { addresses, failure: reports.flatMap((report) => failuresIn(textOf(report)))[0] ?? null };
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

/** The statuses of the recipients whom the server has given up: their fields are in groups, apart by empty lines. */
function failuresIn(text: string): string[] {
  const groups = text.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  return groups.map(fieldsOf).flatMap((fields) => {
    if (!/^failed\b/i.test(fields.get('action') ?? '')) return [];
    const [, said = '5.0.0'] = STATUS.exec(fields.get('status') ?? '') ?? [];
    // One that says no more than its class gives way to what the other server said, in the same class.
    const [, answered = said] = STATUS.exec(fields.get('diagnostic-code') ?? '') ?? [];
    return [said.endsWith('.0.0') && answered[0] === said[0] ? answered : said];
  });
}

/** By name in lower case; a line that begins with a blank goes on with the one before. */
function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\n[ \t]+/g, ' ').split('\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
