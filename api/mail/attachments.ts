import type { Attachment } from '../../platform/mail/message.ts';
import type { DocumentContext } from '../documents/letterhead.ts';
import { type DocumentFile, renderInvoicePdf, renderQuotePdf } from '../documents/render.ts';
import { invoiceKind } from '../invoices/record.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord } from '../kit/records.ts';
import { quoteKind } from '../quotes/record.ts';
import type { MailAttachments } from './mail-effect.ts';

type Context = DocumentContext & Pick<ApiContext, 'streams' | 'proofs'>;

/**
 * The files attached to a mail: for an invoice or a quote, its PDF as of the moment of sending; for a checkpoint, that.
 * @throws if it cannot be drawn now
 */
export function mailAttachments(context: () => Context): MailAttachments {
  return async ({ kind, recordId, link }) => {
    if (kind === 'checkpoint') return checkpointFiles(context().proofs, link?.version ?? null);
    const draw = kind === 'invoice' ? invoiceFile : kind === 'quote' ? quoteFile : null;
    const file = draw && (await draw(context(), recordId, link?.version ?? null));
    return file ? [{ name: file.name, type: 'application/pdf', bytes: file.bytes }] : [];
  };
}

/** None of a log that ended meanwhile: the letter has all of it, too. */
async function checkpointFiles(proofs: Context['proofs'], size: number | null): Promise<Attachment[]> {
  const checkpoint = size === null ? null : await proofs.checkpointOf(size);
  if (checkpoint === null) return [];
  return [{ name: `checkpoint-${size}.txt`, type: 'text/plain; charset=utf-8', bytes: Buffer.from(checkpoint.note) }];
}

async function invoiceFile(context: Context, id: string): Promise<DocumentFile | null> {
  const document = await findRecord(context, invoiceKind, id);
  return document && !document.erased ? renderInvoicePdf(context, document) : null;
}

/** None if another version took its place: a draft is not to be seen yet, and one that was sent may be for somebody else. */
async function quoteFile(context: Context, id: string, version: number | null): Promise<DocumentFile | null> {
  const document = await findRecord(context, quoteKind, id);
  if (document?.status !== 'sent' || document.version !== version || document.erased || document.removed) return null;
  return renderQuotePdf(context, document);
}
