import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import type { SettingsRecord } from '../../../api/settings/schema.ts';
import { QUOTE_LIMITS, QUOTE_STATUS_LABELS, SERVICE_LABELS } from '../../../domain/quote/terms.ts';
import type { PhotoOwner } from '../../photos/get-photos.ts';
import { photosInput } from '../../photos/photos-input.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { Field } from '../../ui/inputs/fields.ts';
import { formatDay, formatMoney } from '../../ui/values/format.ts';
import { todayIn } from '../../ui/values/wall-time.ts';
import { HAZARDS } from '../hazards-field.ts';
import { formatProperty, propertyInput } from '../job/job-inputs.tsx';
import { type ItemDraft, itemsIn, priceOf, quantityOf, refusalOfItem, sentItems, textOfItems } from './items.ts';
import { ItemsInput } from './items-input.tsx';
import { QUOTES, quoteName, quotePath } from './quote.ts';
import { FormTotals } from './totals.tsx';

/** Who a quote is for, and the company's settings. */
export interface QuoteContext {
  /** The customer whose properties can be picked; null if unknown. */
  customerId: string | null;
  /** The lead whose photos can be shown besides the customer's. */
  leadId: string | null;
  /** Undefined while loading. */
  settings: Pick<SettingsRecord, 'timeZone' | 'quoteValidityDays'> | undefined;
  /** Whether a version has asked for the deposit, beside which a change order asks for no other. */
  isDepositAsked?: boolean;
  /** What the customer has approved so far, as decimal text: a change order asks for a deposit of what it adds. */
  agreedBefore?: string | null;
}

/** The fields of a quote's form. They contain an input made for the customer: call this once per customer. */
export function quoteFields(context: QuoteContext, isNew: boolean): readonly Field[] {
  const { customerId, leadId, settings, isDepositAsked = false, agreedBefore = null } = context;
  return [
    {
      name: 'customerName',
      label: 'Customer Name',
      kind: 'text',
      required: true,
      maxLength: QUOTE_LIMITS.customerName,
      section: 'Customer Information',
    },
    { name: 'customerEmail', label: 'Email', kind: 'email', maxLength: QUOTE_LIMITS.customerEmail },
    { name: 'customerPhone', label: 'Phone', kind: 'tel', maxLength: QUOTE_LIMITS.customerPhone },
    {
      name: 'propertyAddress',
      label: 'Property Address',
      kind: 'text',
      required: true,
      maxLength: QUOTE_LIMITS.propertyAddress,
    },
    ...(customerId === null ? [] : [propertyField(customerId, isNew)]),
    {
      name: 'items',
      label: 'Service Items',
      section: 'Service Items',
      kind: 'structured',
      control: ItemsInput,
      refuse: refusalOfItems,
      format: formatItems,
    },
    ...photosFields([
      ...(customerId === null ? [] : [{ category: 'customer' as const, recordId: customerId }]),
      ...(leadId === null ? [] : [{ category: 'lead' as const, recordId: leadId }]),
    ]),
    {
      name: 'depositPercent',
      label: 'Deposit',
      kind: 'number',
      nothing: 'None',
      // Also where it was asked for while this form was open: what was typed for it is not sent.
      ...(isDepositAsked ? { isHidden: true, readOnly: true } : { section: 'Terms' }),
      help: `Percent of ${agreedBefore === null ? 'the total' : 'what is added'}, paid before the work begins`,
      format: (percent) => (Number(percent) > 0 ? `${percent}%` : 'None'),
    },
    { ...validityField(settings), ...(isDepositAsked && { section: 'Terms' }) },
    {
      name: 'notes',
      label: 'Additional Notes',
      section: 'Additional Notes',
      kind: 'multiline',
      maxLength: QUOTE_LIMITS.notes,
      help: 'The customer reads them',
    },
    { ...HAZARDS, help: 'The crew sees these first' },
  ];
}

/** Without a customer or lead there are no photos. @param owners whose photos can be picked */
function photosFields(owners: readonly PhotoOwner[]): Field[] {
  if (owners.length === 0) return [];
  return [
    {
      name: 'photoIds',
      label: 'Photos',
      section: 'Photos',
      kind: 'structured',
      control: photosInput(owners),
      help: 'The customer and the crew see the photos you choose. Photos of the quote itself are always included.',
      format: (ids) => countOf((ids as string[]).length),
    },
  ];
}

function countOf(photos: number): string {
  return photos === 1 ? '1 photo' : `${photos} photos`;
}

const DAY_MS = 86_400_000;

/** The last day of the offer; by default some days after it is sent. */
function validityField(settings: QuoteContext['settings']): Field {
  const field: Field = { name: 'offeredUntil', label: 'Valid until', kind: 'date' };
  if (!settings) return field;
  const { timeZone, quoteValidityDays: days } = settings;
  const byDefault = `${days} ${days === 1 ? 'day' : 'days'} from when it is sent`;
  const sentToday = todayIn(timeZone, Date.now() + days * DAY_MS);
  return {
    ...field,
    nothing: byDefault,
    help: `If left empty, ${byDefault}: ${formatDay(sentToday)} if you send it today`,
    refuse: (day) => (day !== '' && day < todayIn(timeZone) ? PAST_DAY : undefined),
  };
}

const PAST_DAY = 'This day has passed. Choose a later one, or leave it empty.';

function propertyField(customerId: string, isNew: boolean): Field {
  return {
    name: 'propertyId',
    label: 'Property',
    kind: 'text',
    format: formatProperty(customerId),
    control: propertyInput(customerId, isNew),
  };
}

/** The first service that cannot be sent, and why. */
function refusalOfItems(text: string): string | undefined {
  const refused = itemsIn(text).findIndex((item) => refusalOfItem(item) !== null);
  return refused === -1 ? undefined : `Fix service ${refused + 1}.`;
}

/** The services in histories and conflicts, one per line. */
function formatItems(value: unknown): string {
  return itemsIn(textOfItems((value ?? []) as ItemDraft[]))
    .map(formatItem)
    .join('\n');
}

function formatItem(item: ItemDraft): string {
  const price = priceOf(item);
  const quantity = quantityOf(item.quantity) ?? 1;
  const cost =
    price === null ? item.estimatedCost : `${quantity > 1 ? `${quantity} × ` : ''}${formatMoney(price / 100)}`;
  const parts = [serviceName(item.service), item.description, cost, item.isOptional && 'optional'];
  return parts.filter(Boolean).join(', ');
}

/** A service as text; '' for none. */
export function serviceName(service: string | null): string {
  return SERVICE_LABELS[service ?? ''] ?? service ?? '';
}

/** For a quote without a known customer or lead. */
export const NO_CONTEXT: QuoteContext = { customerId: null, leadId: null, settings: undefined };

const ANALYSIS: Field = {
  name: 'analysis',
  label: 'Image analysis',
  kind: 'structured',
  isHidden: true,
  format: (analysis) => (analysis as QuoteRecord['analysis'])?.summary ?? 'Yes',
};

/** Set by acts, and shown in the history. */
const OF_ITS_LIFE: readonly Field[] = [
  { name: 'status', label: 'Status', kind: 'text', labels: QUOTE_STATUS_LABELS },
  { name: 'version', label: 'Version', kind: 'number' },
  { name: 'total', label: 'Total', kind: 'money' },
  { name: 'validUntil', label: 'Valid until', kind: 'date' },
  { name: 'reason', label: 'Reason', kind: 'multiline' },
  { name: 'signature', label: 'Signed by', kind: 'text' },
  {
    name: 'questions',
    label: 'Questions',
    kind: 'structured',
    format: (questions: unknown) =>
      (questions as QuoteRecord['questions'])
        .map(({ question, answer }) => [question, answer].filter(Boolean).join(' — '))
        .join('\n'),
  },
].map((field) => ({ ...(field as Field), readOnly: true, onlyInHistory: true }));

/** A quote in its form, conflicts and history. */
export function quoteKind(context: QuoteContext): RemovableKind<QuoteRecord> {
  const { isDepositAsked, agreedBefore } = context;
  return {
    category: 'quote',
    collections: QUOTES,
    noun: 'quote',
    fields: [...quoteFields(context, false), ANALYSIS, ...OF_ITS_LIFE],
    path: quotePath,
    submitText: 'Save as a new version',
    below: (values) => <FormTotals values={values} isDepositAsked={isDepositAsked} agreedBefore={agreedBefore} />,
    alsoSend: ({ items }) => (Array.isArray(items) ? { items: sentItems(textOfItems(items)) } : {}),
    removal: {
      act: 'Remove',
      word: 'Removed',
      restored: { title: 'Quote Restored', text: 'It is back in the list.' },
    },
    steps: {
      QuoteCreated: 'Quote created',
      QuoteVersionSaved: 'New version saved',
      QuoteVersionWithdrawn: 'Version undone',
      QuoteSent: 'Offered to the customer',
      QuoteRevoked: 'Link revoked',
      QuoteReminded: 'Reminder written',
      QuoteExpired: 'Expired',
      QuoteDeclined: 'Declined by the customer',
      QuoteApproved: 'Approved by the customer',
      QuoteLifeRestored: 'Put back as it was',
      QuoteQuestionAsked: 'Question from the customer',
      QuoteQuestionAnswered: 'Question answered',
      QuoteAnswerWithdrawn: 'Answer undone',
      QuoteRemoved: 'Removed',
      QuoteRestored: 'Restored',
      QuoteErased: 'Personal data erased',
    },
    titleOf: quoteName,
    placeOf: ({ propertyAddress }) => propertyAddress,
  };
}
