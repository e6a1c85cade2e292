import { encode as base64Of, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as quotedOf, wrap as wrapQuoted } from 'nodemailer/lib/qp';
import type { KnownMail } from '../../domain/mail/mail.ts';
import { LINK_MARK } from '../../domain/mail/marks.ts';
import { piecesOf } from '../../domain/mail/web-links.ts';
import type { OutgoingMail } from './transport.ts';

export interface Mailbox {
  name: string | null;
  address: string;
}

/** A file attached to a mail. */
export interface Attachment {
  name: string;
  /** `application/pdf` */
  type: string;
  bytes: Uint8Array;
}

/** Where a recipient of marketing unsubscribes. */
export interface UnsubscribeLinks {
  /** A POST to it unsubscribes (RFC 8058), a browser is led on to the page. */
  oneClick: string;
  /** The page with a button, for the text. */
  page: string;
}

/** What every mail of marketing carries (CAN-SPAM), and no other one. */
export interface MarketingParts {
  /** The company's; may have several lines. */
  postalAddress: string;
  unsubscribe: UnsubscribeLinks;
}

/** What the web addresses in a mail's text lead to in its HTML, and what that loads. */
export interface MailAddresses {
  /** By the address as the text has it; any other stays text. */
  links: ReadonlyMap<string, string>;
  /** A picture that nobody sees, loaded when the mail is opened; null for none. */
  picture: string | null;
}

/** What a mail needs besides its record. */
export interface Sending {
  id: string;
  from: Mailbox;
  /** Where replies go; null if they go to the sender. */
  replyTo: Mailbox | null;
  /** What replaces its link mark. */
  link: string | null;
  attachments?: readonly Attachment[];
  /** For marketing alone. */
  marketing?: MarketingParts | null;
  /** Without them no address of the text becomes a link, and nothing is loaded from anywhere. */
  addresses?: MailAddresses | null;
  /** Where it comes back to if it cannot be delivered; null for the sender. */
  returnPath?: string | null;
  /** ISO UTC. */
  now: string;
}

/** What its recipient reads. */
export interface MailContent {
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as simple HTML. */
  html: string;
}

/** What the recipient of a mail reads. */
export function contentOf(
  mail: Pick<KnownMail, 'subject' | 'text'>,
  { from, link, marketing = null, addresses = null }: Pick<Sending, 'from' | 'link' | 'marketing' | 'addresses'>,
): MailContent {
  const written = (mail.text ?? '').replaceAll(/\r\n?/g, '\n');
  const text = written.replaceAll(LINK_MARK, link ?? '');
  return {
    subject: mail.subject ?? '',
    text: marketing ? `${text}\n\n-- \n${footerOf(from, marketing)}\nUnsubscribe: ${marketing.unsubscribe.page}` : text,
    html: htmlOf(written, { link, addresses, marketing: marketing && { ...marketing, from } }),
  };
}

/**
 * A mail as it is sent. Its Message-ID is made from its own id, so that whoever gets it twice can tell.
 * @param to a valid address
 */
export function messageOf(
  mail: Pick<KnownMail, 'toName' | 'subject' | 'text'>,
  sending: Sending,
  to: string,
): OutgoingMail {
  const { id, from, replyTo, attachments = [], marketing = null, returnPath = null, now } = sending;
  const named = ({ name, address }: Mailbox) => ({ name: name ?? '', address });
  const composer = new MailComposer({
    from: named(from),
    to: named({ name: mail.toName, address: to }),
    ...(replyTo && { replyTo: named(replyTo) }),
    ...contentOf(mail, sending),
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated', ...(marketing && unsubscribeHeaders(marketing.unsubscribe)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { id, envelope: { from: returnPath ?? from.address, to }, message: Buffer.from(written(composer.compile())) };
}

/**
 * A part of a message, in pure ASCII. The composer's own way to write it is made of streams, which take ten times as long:
 * campaigns have many mails.
 */
function written(node: MimeNode): string {
  const encoding = node.getTransferEncoding();
  const headers = `${node.buildHeaders()}\r\n\r\n`;
  if (!node.multipart) return headers + encoded(node.content, encoding);
  const parts = node.childNodes.map((part) => `--${node.boundary}\r\n${written(part)}`);
  return `${headers}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`;
}

function encoded(content: unknown, encoding: string | false): string {
  const bytes = typeof content === 'string' ? content.replaceAll(/\r?\n/g, '\r\n') : Buffer.from(content as Uint8Array);
  if (encoding === 'base64') return wrapBase64(base64Of(bytes));
  return encoding === 'quoted-printable' ? wrapQuoted(quotedOf(bytes)) : bytes.toString();
}

/** RFC 2369 and RFC 8058: mail programs show a button of their own. */
function unsubscribeHeaders({ oneClick }: UnsubscribeLinks): Record<string, string> {
  return { 'List-Unsubscribe': `<${oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Who sends it, and from where. */
function footerOf({ name }: Mailbox, { postalAddress }: MarketingParts): string {
  return [name, postalAddress.trim()].filter(Boolean).join('\n');
}

interface Html {
  link: string | null;
  addresses: MailAddresses | null;
  marketing: (MarketingParts & { from: Mailbox }) | null;
}

/** Paragraphs, with the link as a button. */
function htmlOf(text: string, { link, addresses, marketing }: Html): string {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => {
    if (paragraph.trim() === LINK_MARK) return link === null ? '' : buttonOf(link);
    return `<p>${linked(paragraph.replaceAll(LINK_MARK, link ?? ''), addresses)}</p>`;
  });
  const small = marketing ? smallPrint(marketing.from, marketing) : '';
  const style = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1c2b21;max-width:560px';
  const picture = addresses?.picture ? pictureOf(addresses.picture) : '';
  return `<!doctype html><html lang="en"><body><div style="${style}">${paragraphs.join('\n')}${small}</div>${picture}</body></html>`;
}

/**
 * A text with its addresses as links. They are shown without their scheme: mail programs warn of one that reads like an
 * address and leads to another.
 */
function linked(text: string, addresses: MailAddresses | null): string {
  if (addresses === null) return lines(text);
  const shown = piecesOf(text).map((piece) => {
    const href = addresses.links.get(piece.text);
    if (href === undefined) return lines(piece.text);
    const name = piece.text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
    return `<a href="${escaped(href)}" style="color:#1f5c3a">${escaped(name)}</a>`;
  });
  return shown.join('');
}

function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>');
}

function pictureOf(src: string): string {
  return `<img src="${escaped(src)}" width="1" height="1" alt="" style="display:block;border:0">`;
}

function smallPrint(from: Mailbox, marketing: MarketingParts): string {
  const who = escaped(footerOf(from, marketing)).replaceAll(/\r?\n/g, '<br>');
  const href = escaped(marketing.unsubscribe.page);
  return `<p style="margin-top:32px;font-size:13px;color:#55635a">${who}<br><a href="${href}" style="color:#1f5c3a">Unsubscribe</a></p>`;
}

function buttonOf(link: string): string {
  const style =
    'display:inline-block;padding:12px 20px;background:#1f5c3a;color:#ffffff;text-decoration:none;border-radius:4px';
  const href = escaped(link);
  return `<p><a href="${href}" style="${style}">Open it online</a></p><p style="font-size:13px">${href}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
