import { Button, Classes, FormGroup } from '@blueprintjs/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { freeKey, readDraft, writeDraft } from '../../data/drafts.ts';
import { useCommand } from '../../data/use-command.ts';
import { withOthers } from '../../data/with-others.ts';
import { type PageProps, useAccountId } from '../../entities/account/session.ts';
import { analysisQuery } from '../../entities/analysis/analysis.ts';
import { catalogQuery } from '../../entities/catalog/catalog.ts';
import { customerPage, customerQuery } from '../../entities/customer/customer.ts';
import { leadQuery } from '../../entities/lead/lead.ts';
import { analysisOf, sentItems } from '../../entities/quote/items.ts';
import { QUOTES, quotePage } from '../../entities/quote/quote.ts';
import { NO_CONTEXT, quoteFields } from '../../entities/quote/quote-kind.tsx';
import { isForSomebodyElse, withFindings } from '../../entities/quote/suggested-items.ts';
import { FormTotals } from '../../entities/quote/totals.tsx';
import { knownOfCustomer, knownOfLead, whomPicker } from '../../entities/quote/whom-picker.ts';
import { settingsQuery } from '../../entities/settings/settings.ts';
import { photosQuery } from '../../photos/get-photos.ts';
import { tellAdded } from '../../photos/photo-upload.tsx';
import { addPhotos } from '../../photos/photo-uploads.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { type Opened, useOwnDraft } from '../../records/edit/other-drafts.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { type Pick, RecordPicker } from '../../records/edit/record-picker.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { DataArea, Nothing, SkeletonSection } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { ImageAnalysis } from './image-analysis.tsx';
import { keepPicture, usePicture } from './picked-picture.ts';
import { withAddress, withKnown } from './prefilled.ts';
import type { NewQuoteSearch } from './quotes-search.ts';
import { useCorrectServices } from './use-correct-services.ts';

/** The form for a new quote: from a photo to what the customer will approve. */
export function NewQuotePage({ account, search }: PageProps<NewQuoteSearch>) {
  const { lead, customer, property } = search;
  const known = useKnown(search);
  const asked = useLocation({ select: ({ state }) => state.draft });
  const actions = (
    <Link to="/quotes/list" className={Classes.BUTTON}>
      All quotes
    </Link>
  );
  return (
    <Page title="Create New Quote" actions={actions}>
      {!may(account.role, 'quotes:change') ? (
        <Nothing
          title="You can view quotes"
          description="Your account can view everything but cannot make changes."
          action={actions}
        />
      ) : (
        <DataArea
          query={known}
          isEmpty={() => false}
          firstUse={{ title: 'Nobody found' }}
          filtered={null}
          skeleton={
            <div className="hw-quote-form">
              <SkeletonSection lines={6} />
              <SkeletonSection lines={14} />
            </div>
          }
        >
          {(begun) => (
            <OwnQuoteForm
              key={[lead, customer, property, asked].join()}
              search={search}
              draftKey={draftKeyFor(search)}
              asked={asked}
              begun={begun}
            />
          )}
        </DataArea>
      )}
    </Page>
  );
}

/** The key of the drafts that are begun there. */
function draftKeyFor({ lead, customer, property }: NewQuoteSearch): string {
  return ['quote/new', lead ?? customer, property].filter(Boolean).join('/');
}

/** The initial values of a new quote: from its lead or customer, and from the company's settings. */
function useKnown({ lead, customer, property }: NewQuoteSearch) {
  const settings = useQuery(settingsQuery);
  const ofLead = useQuery({ ...leadQuery(lead ?? ''), enabled: lead !== undefined });
  const photos = useQuery({ ...photosQuery({ category: 'lead', recordId: lead ?? '' }), enabled: lead !== undefined });
  const ofCustomer = useQuery({ ...customerQuery(customer ?? ''), enabled: customer !== undefined });
  const known = {
    ...(ofLead.data && knownOfLead(ofLead.data, photos.data ?? [])),
    ...(ofCustomer.data && knownOfCustomer(ofCustomer.data, property)),
    ...(lead !== undefined && { leadId: lead }),
  };
  const begun =
    settings.data && withKnown({ ...BLANK, depositPercent: String(settings.data.depositPercent || '') }, known);
  const others: UseQueryResult[] = [
    lead !== undefined && ofLead,
    lead !== undefined && photos,
    customer !== undefined && ofCustomer,
  ].filter((query) => query !== false);
  const failed = others.find(({ error }) => error !== null);
  const { refetch } = failed ?? settings;
  return withOthers({ data: failed ? undefined : begun, error: failed?.error ?? settings.error, refetch }, ...others);
}

/** Values without visible fields, which are part of the draft too. */
const HIDDEN: readonly Field[] = [
  'customerId',
  'leadId',
  'propertyId',
  'analysisId',
  'description',
  'photoIds',
  // What the choice of a customer or lead filled in, and what an analysis found.
  'prefilled',
  'found',
].map((name) => ({ name, label: name, kind: 'text' }));
const ALL = [...HIDDEN, ...quoteFields(NO_CONTEXT, true)];
const BLANK = valuesOf(ALL, null);

/** A quote as it is sent, with what is done once it is created. */
interface SentQuote {
  body: object;
  analysisId: string;
  items: string;
  photo: File | undefined;
}

interface QuoteFormProps {
  search: NewQuoteSearch;
  draftKey: string;
  begun: Values;
  /** Drafts that are for somebody else than it is opened for. */
  others: ReactNode;
  autoFocus: boolean;
}

/** The form with what was typed for whom it is opened; what was typed in it for somebody else is offered. */
function OwnQuoteForm(props: Omit<QuoteFormProps, 'others' | 'autoFocus'> & { asked: string | undefined }) {
  const { search, draftKey, asked, begun } = props;
  const chosen = ['customerId', 'leadId'].filter((name) => begun[name]);
  const isSomebodyElse = (values: Values) => chosen.length > 0 && !chosen.some((name) => values[name] === begun[name]);
  const isElsewhere = (values: Values) => search.property !== undefined && values['propertyId'] !== begun['propertyId'];
  const opened: Opened = {
    initial: begun,
    isOther: (values) => isSomebodyElse(values) || isElsewhere(values),
    nameOf(values) {
      if (isElsewhere(values) && !isSomebodyElse(values)) return 'another property';
      return values['customerName'] || (values['customerId'] || values['leadId'] ? 'somebody else' : 'someone new');
    },
  };
  const draft = useOwnDraft(draftKey, opened, asked);
  const { key, isOpened, others } = draft;
  return <QuoteForm key={key} search={search} draftKey={key} begun={begun} others={others} autoFocus={isOpened} />;
}

function QuoteForm({ search, draftKey, begun, others, autoFocus }: QuoteFormProps) {
  const draft = useDraft(draftKey, ALL, () => begun);
  const { values } = draft;
  const customerId = values['customerId'] || null;
  const settings = useQuery(settingsQuery).data;
  const leadId = values['leadId'] || null;
  const fields = useMemo(() => quoteFields({ customerId, leadId, settings }, false), [customerId, leadId, settings]);
  const [isChoosing, setChoosing] = useState(false);
  const [isReading, setReading] = useState(false);
  const picture = usePicture(draftKey);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const correctServices = useCorrectServices();
  const catalog = useQuery(catalogQuery).data?.items ?? [];

  const create = useCommand<SentQuote, QuoteRecord>({
    command: ({ body }) => ({ method: 'POST', path: '/api/quotes', body }),
    collections: [...QUOTES, 'leads'],
    draftKey,
    onSuccess({ data, commandId }, { analysisId, items, photo }) {
      const { id } = data;
      const isStillOpen = draft.isStillOpen();
      const open = () => void navigate({ to: quotePage(id) });
      if (isStillOpen) draft.drop();
      // Reported only if it failed; that the quote was created matters more than its photo.
      if (photo) void addPhotos({ category: 'quote', recordId: id }, [photo], (_, unseen) => tellAdded([], unseen));
      if (analysisId) void correctServices(analysisId, items);
      void showToast({
        title: 'Quote Created',
        text: 'Quote has been successfully created',
        intent: 'success',
        ...offerUndo({ category: 'quote', id, commandId }, [...QUOTES, 'leads']),
        ...(!isStillOpen && { link: { text: 'Open it', run: open } }),
      });
      if (isStillOpen) open();
    },
  });

  function submit(): void {
    const { analysisId = '', items = '' } = values;
    const analysis = queryClient.getQueryData(analysisQuery(analysisId).queryKey);
    const body = {
      ...bodyOf(fields, values),
      ...(customerId && { customerId }),
      ...(leadId && { leadId }),
      items: sentItems(items),
      // Blank means none: left out, it would default to the settings.
      depositPercent: values['depositPercent']?.trim() || '0',
      ...(analysisId && { analysis: analysisOf(analysisId, analysis) }),
    };
    create.mutate({ body, analysisId, items, photo: picture });
  }

  /** Goes back to where the form was opened; what was typed can be restored. */
  function cancel(): void {
    // What is being sent is not discarded by leaving: its answer says what became of it.
    if (create.isPending) return void navigate(cameFrom(search));
    const typed = readDraft(draftKey);
    draft.drop();
    void navigate(cameFrom(search));
    if (!typed && !picture) return;
    void showToast({
      title: 'Quote Discarded',
      text: 'None of it was saved.',
      action: {
        text: 'Undo',
        run() {
          // Another one may have been begun under its key.
          const key = readDraft(draftKey) === null ? draftKey : freeKey(draftKeyFor(search));
          if (typed) writeDraft(key, typed.held);
          keepPicture(key, picture);
          void navigate({ to: '/quotes', search, state: { draft: key } });
        },
      },
    });
  }

  function change(made: (newest: Values) => Values): void {
    draft.change((newest) => moved(made(newest), newest));
  }

  /** Somebody else may have been chosen since it was asked for. */
  function takeFindings(analysis: AnalysisRecord): void {
    draft.change((newest) => {
      if (!isForSomebodyElse(analysis, newest)) {
        return { ...withFindings(newest, analysis, catalog), analysisId: analysis.id };
      }
      void showToast({
        title: 'Analysis not used',
        text: 'The quote is for somebody else now. Analyze the image again.',
      });
      return newest;
    }, false);
  }

  /** With the address of another property, if one was chosen. */
  function moved(next: Values, before: Values): Values {
    const isMoved = next['propertyId'] && next['propertyId'] !== before['propertyId'];
    const customer = isMoved && customerId && queryClient.getQueryData(customerQuery(customerId).queryKey);
    const address = customer && knownOfCustomer(customer, next['propertyId'])['propertyAddress'];
    return address ? withAddress(next, address) : next;
  }

  return (
    <div className="hw-quote-form">
      <div className="hw-quote-side">
        <ImageAnalysis
          draftKey={draftKey}
          analysisId={values['analysisId'] ?? ''}
          description={values['description'] ?? ''}
          onDescription={(description) => draft.change((newest) => ({ ...newest, description }))}
          whom={{ customerId: values['customerId'] ?? '', leadId: values['leadId'] ?? '' }}
          onAnalyzed={takeFindings}
          onReading={setReading}
        />
      </div>
      <Section>
        <RecordForm
          fields={fields}
          values={values}
          onChange={change}
          onSubmit={submit}
          onCancel={cancel}
          autoFocus={autoFocus}
          submitText="Create Quote"
          isBusy={create.isPending}
          canSubmit={!(isChoosing || isReading)}
          error={create.error}
          below={<FormTotals values={values} />}
        >
          {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
          {others}
          <Whom
            values={values}
            onKnown={(known) => draft.change((newest) => withKnown(newest, known))}
            onChoosing={setChoosing}
          />
        </RecordForm>
      </Section>
    </div>
  );
}

/** The page to return to on Cancel. */
function cameFrom({ lead, customer }: NewQuoteSearch) {
  if (customer !== undefined) return { to: customerPage(customer) };
  return lead === undefined ? { to: '/quotes/list' } : { to: '/leads', search: { lead } };
}

interface WhomProps {
  values: Values;
  onKnown(known: Values): void;
  /** Somebody was chosen, and what is known of them is still being read. */
  onChoosing(is: boolean): void;
}

/** Picks the customer or lead a quote is for, and fills in what is known about them. */
function Whom({ values, onKnown, onChoosing }: WhomProps) {
  const id = useId();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const picked = values['leadId'] || values['customerId'];

  const [failed, setFailed] = useState<{ pick: Pick; why: string } | null>(null);

  // Of several choices the last one counts, whichever answer comes first.
  const last = useRef<Pick | null>(null);

  async function known({ category, id: record }: Pick): Promise<Values> {
    if (category !== 'lead') return knownOfCustomer(await queryClient.fetchQuery(customerQuery(record)));
    const photos = queryClient.fetchQuery(photosQuery({ category, recordId: record }));
    return knownOfLead(await queryClient.fetchQuery(leadQuery(record)), await photos);
  }

  async function choose(chosen: Pick | null): Promise<void> {
    last.current = chosen;
    onChoosing(chosen !== null);
    setFailed(null);
    try {
      const found = chosen ? await known(chosen) : { customerId: '', leadId: '', propertyId: '' };
      if (last.current !== chosen) return;
      onKnown(found);
      onChoosing(false);
    } catch (cause) {
      // Until it is settled whom the quote is for, it is not made for the one before.
      if (last.current === chosen && chosen) setFailed({ pick: chosen, why: (cause as Error).message });
    }
  }

  function stay(): void {
    last.current = null;
    setFailed(null);
    onChoosing(false);
  }

  const stayText = picked ? `Stay with ${values['customerName'] || 'whom it was for'}` : 'Leave it for someone new';
  return (
    <FormGroup label="Customer or lead" labelFor={id} className="hw-field">
      <RecordPicker
        id={id}
        accountId={accountId}
        isInvalid={false}
        describedBy={undefined}
        label="Customer or lead"
        kind={whomPicker}
        picked={picked ? [picked] : []}
        titles={picked ? { [picked]: values['customerName'] ?? '' } : {}}
        placeholder="Someone new, unless you choose"
        onPick={(_, chosen) => void choose(chosen ?? null)}
      />
      {failed && (
        <div className="hw-form-error" role="alert">
          “{failed.pick.title ?? 'Unnamed'}” is not chosen: {failed.why} The form is as it was.{' '}
          <Button size="small" text="Try again" onClick={() => void choose(failed.pick)} />{' '}
          <Button size="small" variant="minimal" text={stayText} onClick={stay} />
        </div>
      )}
    </FormGroup>
  );
}
