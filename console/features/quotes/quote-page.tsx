import { Button, Callout, type Intent, MenuItem } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import type { ErasedQuote, QuoteRecord, QuoteWithVersions } from '../../../api/quotes/schema.ts';
import { INVOICE_KIND_LABELS, INVOICE_STATUS_LABELS } from '../../../domain/invoice/terms.ts';
import { JOB_STATUS_LABELS } from '../../../domain/job/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { isNotFound } from '../../data/api.ts';
import { useNewest } from '../../data/told.ts';
import { withOthers } from '../../data/with-others.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { customerQuery } from '../../entities/customer/customer.ts';
import { invoicesOfQuoteQuery } from '../../entities/invoice/invoice.ts';
import { shownStatus } from '../../entities/invoice/invoice-tags.tsx';
import { jobQuery } from '../../entities/job/job.ts';
import { type MailsAbout, newestMailsQuery } from '../../entities/mail/mail.ts';
import { MailSection, UnsentMails } from '../../entities/mail/mail-section.tsx';
import { QUOTES, quoteName, quotePath, quoteQuery } from '../../entities/quote/quote.ts';
import { NO_CONTEXT, quoteKind } from '../../entities/quote/quote-kind.tsx';
import { QuoteStatusTag } from '../../entities/quote/quote-tags.tsx';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { photosQuery } from '../../photos/get-photos.ts';
import { Photos } from '../../photos/photos.tsx';
import { DownloadPdf } from '../../records/acts/download-pdf.tsx';
import { EraseDialog } from '../../records/acts/erase-dialog.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import { RemovedMeanwhile, RestoreButton, useForgetErased } from '../../records/list/removed.tsx';
import { RecordContacts, RecordDetails } from '../../records/record/record-details.tsx';
import { RecordHistory, useRestore } from '../../records/record/record-history.tsx';
import type { Field } from '../../ui/inputs/fields.ts';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { MoreMenu } from '../../ui/layout/more-menu.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { useIsSmall } from '../../ui/layout/use-media.ts';
import { DataArea, Nothing, SkeletonSection } from '../../ui/status/data-area.tsx';
import { Day, Instant } from '../../ui/values/day.tsx';
import { ERASED } from '../../ui/values/erased.ts';
import { formatDay } from '../../ui/values/format.ts';
import { todayIn } from '../../ui/values/wall-time.ts';
import { AnalysisResult } from './analysis-result.tsx';
import { LinksElsewhere } from './links-elsewhere.tsx';
import { QuoteEdit } from './quote-edit.tsx';
import { QuoteLink } from './quote-link.tsx';
import { QuoteQuestions } from './quote-questions.tsx';
import { QuoteServices } from './quote-services.tsx';
import { QuoteVersions } from './quote-versions.tsx';
import type { QuoteSearch } from './quotes-search.ts';
import { type QuoteActs, useQuoteActs } from './use-quote-acts.ts';

interface QuotePageProps extends PageProps<QuoteSearch> {
  id: string;
}

/** One quote: what is offered to whom, its status, and all its versions. */
export function QuotePage(props: QuotePageProps) {
  const query = useLoadedQuote(props.id);
  if (!query.data && isNotFound(query.error)) return <NoSuchQuote />;
  if (query.data) return <Quote key={query.data.id} {...props} quote={query.data} />;
  return (
    <Page title="Quote">
      <DataArea
        query={query}
        isEmpty={() => false}
        firstUse={{ title: 'Quote not found' }}
        filtered={null}
        skeleton={
          <div className="hw-quote-page">
            <SkeletonSection lines={10} />
            <SkeletonSection lines={12} />
          </div>
        }
      >
        {() => null}
      </DataArea>
    </Page>
  );
}

/** Together with its customer, its job, and its emails. */
function useLoadedQuote(id: string) {
  const quote = useQuery(quoteQuery(id));
  const mails = useQuery(newestMailsQuery(mailsAbout(id)));
  const { customerId = null, jobId = null } = quote.data ?? {};
  const customer = useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== null });
  const job = useQuery({ ...jobQuery(jobId ?? ''), enabled: jobId !== null });
  const invoices = useQuery({ ...invoicesOfQuoteQuery(id), enabled: isApproved(quote.data) });
  const settings = useQuery(settingsQuery);
  // On a phone they are above the form of a new version.
  const photos = useQuery(photosQuery({ category: 'quote', recordId: id }));
  const others = [
    ...(isApproved(quote.data) ? [invoices] : []),
    ...(customerId === null ? [] : [customer]),
    ...(jobId === null ? [] : [job]),
  ];
  return withOthers(quote, mails, settings, photos, ...others);
}

/** Only approved quotes have invoices: for the deposit, and for the work. */
function isApproved(quote: QuoteRecord | undefined): boolean {
  return quote !== undefined && quote.approvedVersion !== null;
}

function mailsAbout(recordId: string): MailsAbout {
  return { category: 'quote', recordId };
}

function NoSuchQuote() {
  return (
    <Page title="Quote">
      <Nothing
        title="Quote not found"
        description="The link may be wrong."
        action={<Link to="/quotes/list">All quotes</Link>}
      />
    </Page>
  );
}

function Quote(props: QuotePageProps & { quote: QuoteWithVersions }) {
  const { account, search, onSearch } = props;
  const quote: QuoteRecord = useNewest<QuoteRecord>(props.quote);
  useForgetErased(quote.erased ? [quote.id] : []);
  const kind = useQuoteKind(quote);
  const isStaff = may(account.role, 'quotes:change');
  const mayChange = isStaff && !quote.erased;
  const canChange = mayChange && !quote.removed;
  const acts = useQuoteActs(quote);
  const edit = (isOpen: boolean) => onSearch({ edit: isOpen || undefined });
  const ask = (isOpen: boolean) => onSearch({ erase: isOpen || undefined });
  const saved = { title: 'Version Saved', text: 'The customer sees it once it is sent.', intent: 'success' } as const;
  const restore = useRestore(kind, quote, saved);
  const isEdited = search.edit === true && canChange;
  const isSmall = useIsSmall();

  const actions = !quote.erased && (
    <>
      {!quote.removed && <DownloadPdf of={quotePath(quote.id)} />}
      {mayChange && <Actions quote={quote} acts={acts} canChange={canChange} onEdit={() => edit(true)} />}
    </>
  );

  return (
    <Page title={quoteName(quote)} actions={!isSmall && actions}>
      {quote.removed && search.edit && <RemovedMeanwhile kind={kind} record={quote} />}
      <QuoteLine quote={quote} />
      {isEdited ? (
        <QuoteEdit kind={kind} quote={quote} saved={saved} onDone={() => edit(false)} />
      ) : (
        <>
          <WhatNext quote={quote} />
          <LinksElsewhere quote={props.quote} canChange={canChange} />
          <UnsentMails about={mailsAbout(quote.id)} canChange={mayChange} />
          <div className="hw-quote-page">
            <div>
              <QuoteServices quote={quote} />
              <QuoteQuestions quote={quote} versions={props.quote.versions} canChange={canChange} />
              <Section>
                <Photos category="quote" recordId={quote.id} canChange={canChange} also={{ named: quote.photoIds }} />
              </Section>
              {quote.analysis?.analysisId && (
                <Section title="AI Image Analysis">
                  <AnalysisResult id={quote.analysis.analysisId} canChange={canChange} />
                </Section>
              )}
            </div>
            <div>
              <Section title="Customer">
                <RecordContacts kind={kind} record={quote} />
                <RecordDetails fields={kind.fields.filter((field) => isShown(field, quote))} record={quote} />
              </Section>
              {isStaff && isOffered(quote) && <QuoteLink quote={quote} />}
              <MailSection about={mailsAbout(quote.id)} />
              <QuoteVersions versions={props.quote.versions} />
              <Section title="History">
                <RecordHistory kind={kind} id={quote.id} canChange={mayChange} restore={canChange ? restore : null} />
              </Section>
              <Erase quote={quote} isOwner={account.role === 'owner'} isOpen={search.erase === true} onOpen={ask} />
            </div>
          </div>
          {isSmall && actions && <div className="hw-quote-acts">{actions}</div>}
        </>
      )}
    </Page>
  );
}

/** Fields shown elsewhere on the page: the name is its title, and the property is told by its address. */
const SHOWN_ABOVE: ReadonlySet<string> = new Set(['customerName', 'propertyId', 'items', 'photoIds', 'analysis']);

/**
 * A change order does not show a deposit that it does not ask for; and once a quote is sent, how long it is valid is told above by
 * its day.
 */
function isShown({ name }: Field, { depositPercent, depositAsked, offeredUntil, status }: QuoteRecord): boolean {
  if (name === 'depositPercent') return (depositPercent ?? 0) <= (depositAsked ?? 0);
  if (name === 'offeredUntil') return offeredUntil !== null || status === 'draft';
  return !SHOWN_ABOVE.has(name);
}

/** The kind with this quote's customer and lead. */
function useQuoteKind({ customerId, leadId, depositVersion, approvedTotal: agreedBefore }: QuoteRecord) {
  const settings = useQuery(settingsQuery).data;
  const isDepositAsked = depositVersion !== null;
  return useMemo(
    () => quoteKind({ customerId, leadId, settings, isDepositAsked, agreedBefore }),
    [customerId, leadId, settings, isDepositAsked, agreedBefore],
  );
}

/** Whether the customer has a link to it. */
function isOffered({ status }: QuoteRecord): boolean {
  return status !== 'draft' && status !== 'revoked';
}

interface EraseProps {
  quote: QuoteRecord;
  isOwner: boolean;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/**
 * For a quote without lead and customer, which would otherwise be erased with them. It stays open until it has shown
 * the result.
 */
function Erase({ quote, isOwner, isOpen, onOpen }: EraseProps) {
  if (!isOwner || quote.customerId !== null || quote.leadId !== null) return null;
  return (
    <>
      {!quote.erased && (
        <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => onOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<ErasedQuote>
          record={quote}
          category="quote"
          path={quotePath(quote.id)}
          name={quote.customerName ?? ''}
          collections={[...QUOTES, 'photos', 'mails']}
          partsOf={() => ['The person of the quote']}
          onClose={() => onOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> name, contact, address, services, notes and questions in every version;
            every photo and email of the quote; and all of it in the history. The customer’s link stops working.
          </p>
          <p>
            <strong>Kept:</strong> that there was a quote, its number, status and totals, and the steps of the history
            with who took them and when. Backups and exports made earlier still hold the data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}

/** Its number and status, who it is for, and its job and invoices. */
function QuoteLine({ quote }: { quote: QuoteRecord }) {
  const { quoteNumber, status, version, customerId, leadId, jobId, validUntil, removed } = quote;
  const job = useQuery({ ...jobQuery(jobId ?? ''), enabled: jobId !== null }).data;
  const { data: invoices = [] } = useQuery({ ...invoicesOfQuoteQuery(quote.id), enabled: isApproved(quote) });
  return (
    <p className="hw-job-line">
      <Link to="/quotes/list">Quotes</Link>
      {quoteNumber && <strong>{quoteNumber}</strong>}
      <QuoteStatusTag quote={quote} />
      {version > 1 && <span>Version {version}</span>}
      {status === 'sent' && validUntil && (
        <span>
          Valid until <Day iso={validUntil} />
        </span>
      )}
      {customerId && (
        <Link to="/customers/$id" params={{ id: customerId }}>
          Customer
        </Link>
      )}
      {leadId && (
        <Link to="/leads" search={{ lead: leadId }}>
          Lead
        </Link>
      )}
      {jobId && (
        <Link to="/jobs/$id" params={{ id: jobId }}>
          Job {job?.jobNumber}
          {job && `: ${JOB_STATUS_LABELS[job.status] ?? job.status}`}
        </Link>
      )}
      {invoices.map((invoice) => (
        <Link key={invoice.id} to="/invoices" search={{ invoice: invoice.id }}>
          {INVOICE_KIND_LABELS[invoice.kind] ?? invoice.kind} {invoice.invoiceNumber}
          {': '}
          {INVOICE_STATUS_LABELS[shownStatus(invoice)] ?? invoice.status}
        </Link>
      ))}
      {removed && <strong>Removed</strong>}
    </p>
  );
}

/** The result so far, and what keeps it from being sent. */
function WhatNext({ quote }: { quote: QuoteRecord }) {
  const { status, openQuestions, erased } = quote;
  const timeZone = useQuery(settingsQuery).data?.timeZone;
  const { data: invoices = [] } = useQuery({ ...invoicesOfQuoteQuery(quote.id), enabled: isApproved(quote) });
  const order = changeOrder(quote, invoices);
  const notes: ReactNode[] = erased
    ? ['The personal data of this quote was erased for good.']
    : [...(status === 'draft' ? hindrances(quote) : []), order, fateOf(quote), pastDay(quote, timeZone)];
  if (openQuestions > 0) {
    notes.push(
      openQuestions === 1
        ? 'One question is waiting for an answer.'
        : `${openQuestions} questions are waiting for an answer.`,
    );
  }
  const said = notes.filter((note) => note !== null);
  if (said.length === 0) return null;
  return (
    <Callout compact intent={TONES[status] ?? 'warning'} className="hw-quote-next">
      {said.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes have no ids, and no state
        <p key={index}>{note}</p>
      ))}
    </Callout>
  );
}

const TONES: Readonly<Record<string, Intent>> = { approved: 'success', sent: 'none' };

function changeOrder(quote: QuoteRecord, invoices: readonly InvoiceRecord[]): string | null {
  const { approvedVersion, version, signature } = quote;
  if (approvedVersion === null || approvedVersion === version) return null;
  return `Version ${approvedVersion} is approved, signed by ${signature ?? ERASED}. Version ${version} is a change order: it counts once the customer has approved it too.${depositBefore(quote, invoices)}`;
}

/** What became of the deposit beside which a change order asks for no other. */
function depositBefore({ depositVersion }: QuoteRecord, invoices: readonly InvoiceRecord[]): string {
  if (depositVersion === null) return '';
  if (invoices.some(({ kind, status }) => kind === 'deposit' && status === 'cancelled'))
    return ` The invoice of the deposit that version ${depositVersion} asked for was cancelled. If one is still wanted, invoice it by hand.`;
  return ` The deposit that version ${depositVersion} asked for stays as it is.`;
}

/** Why it cannot be sent with a past date; null if it can. */
function pastDay({ status, offeredUntil }: QuoteRecord, timeZone: string | undefined): string | null {
  if (offeredUntil === null || offeredUntil >= todayIn(timeZone) || status === 'approved') return null;
  return `Its valid-until day, ${formatDay(offeredUntil)}, has passed: choose another day before you send it.`;
}

/** The result of the current version. */
function fateOf({ status, sentAt, undelivered, approvedAt, signature, reason }: QuoteRecord): ReactNode {
  switch (status) {
    case 'sent':
      return undelivered !== null ? null : (
        <>
          Waiting for the customer’s answer{' '}
          {sentAt && (
            <>
              since <Instant iso={sentAt} />
            </>
          )}
          .
        </>
      );
    case 'approved':
      return (
        <>
          Signed by <strong>{signature ?? ERASED}</strong>{' '}
          {approvedAt && (
            <>
              on <Instant iso={approvedAt} />
            </>
          )}
          .
        </>
      );
    case 'declined':
      return reason ? `Declined: ${reason}` : 'The customer declined it.';
    case 'expired':
      return 'It has expired. Send it again to renew the offer.';
    case 'revoked':
      return 'The link was revoked. Send it again to renew the offer.';
    default:
      return null;
  }
}

/** Why a draft cannot be sent yet, or not by email. */
function hindrances(quote: QuoteRecord): string[] {
  const unpriced = quote.items.filter(({ unitPrice }) => unitPrice === null).length;
  return [
    quote.items.length === 0 && 'Add a service before it can be sent.',
    unpriced > 0 &&
      `${unpriced === 1 ? 'One service has' : `${unpriced} services have`} no price: it cannot be sent yet.`,
    quote.customerEmail === null && 'There is no email address on file: sending makes a link that you can pass on.',
  ].filter((why) => why !== false);
}

interface ActionsProps {
  quote: QuoteRecord;
  acts: QuoteActs;
  canChange: boolean;
  onEdit(): void;
}

function Actions({ quote, acts, canChange, onEdit }: ActionsProps) {
  const { status, approvedVersion } = quote;
  const canSend = canChange && status !== 'approved';
  const revise = approvedVersion === null ? 'Edit' : 'Change order';
  const sendText = status === 'draft' ? 'Send' : 'Send again';
  const others = [
    ...(canChange && status === 'sent' ? [{ text: 'Revoke the link', run: acts.revoke }] : []),
    ...(canChange ? [{ text: 'Remove', run: acts.remove, isDanger: true }] : []),
  ];
  useShortcuts(canChange ? [{ keys: 'e', label: 'Edit this quote', run: onEdit }] : []);
  useRecordActs(quoteName(quote), [
    ...(canSend ? [{ text: sendText, run: () => acts.send() }] : []),
    ...(canChange ? [{ text: revise, run: onEdit }] : []),
    ...others,
  ]);
  if (quote.removed) return <RestoreButton kind={quoteKind(NO_CONTEXT)} record={quote} />;
  return (
    <>
      {canSend && (
        <Button
          intent={status === 'sent' ? 'none' : 'primary'}
          text={sendText}
          loading={acts.isBusy}
          onClick={() => acts.send()}
        />
      )}
      <Button {...LANDING} text={revise} onClick={onEdit} />
      {others.length > 0 && (
        <MoreMenu>
          {others.map(({ text, run, ...also }) => (
            <MenuItem key={text} text={text} onClick={run} intent={'isDanger' in also ? 'danger' : 'none'} />
          ))}
        </MoreMenu>
      )}
    </>
  );
}
