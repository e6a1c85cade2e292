import type { Letterhead, PaperImage } from '../../platform/documents/paper.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';

/** What a document needs to know about the company. */
export interface DocumentCompany {
  letterhead: Letterhead;
  /** Several lines; null if the owner has not said how customers pay. */
  paymentInstructions: string | null;
  /** `Call 413-555-0100`; null if the owner has given no way to reach the company. */
  reach: string | null;
  zone: string;
}

export type DocumentContext = Pick<ApiContext, 'readModels' | 'files' | 'documents' | 'clock'>;

export async function documentCompany(context: DocumentContext): Promise<DocumentCompany> {
  const { name, phone, email, postalAddress, homeBase, logo, paymentInstructions, timeZone } =
    await companySettings(context);
  const address = postalAddress ?? homeBase?.address ?? null;
  const ways = [phone, email].filter((way) => way !== null);
  return {
    letterhead: {
      name,
      lines: [...linesOf(address), ...(ways.length > 0 ? [ways.join(' · ')] : [])],
      logo: logo && (await logoOf(context, logo)),
    },
    paymentInstructions,
    reach: phone ? `call ${phone}` : email && `write to ${email}`,
    zone: timeZone,
  };
}

/** None if its file is lost: a document without a logo is better than none. */
async function logoOf({ files }: DocumentContext, logo: Omit<PaperImage, 'bytes'> & { sha256: string }) {
  const bytes = await files.get(logo.sha256);
  return bytes && { bytes, width: logo.width, height: logo.height };
}

/** The non-blank lines of a text. */
export function linesOf(text: string | null): string[] {
  return (text ?? '').split('\n').filter((line) => line.trim() !== '');
}
