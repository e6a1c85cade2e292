import { Button, Callout, Classes } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CustomerRecord, ErasedCustomer } from '../../../api/customers/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { isNotFound } from '../../data/api.ts';
import { useNewest } from '../../data/told.ts';
import { withOthers } from '../../data/with-others.ts';
import type { PageProps } from '../../entities/account/session.ts';
import { customerName, customerQuery } from '../../entities/customer/customer.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { DuplicateList, duplicatesQuery } from '../../entities/customer/duplicate-list.tsx';
import { NewJobDialog } from '../../entities/job/new-job-dialog.tsx';
import { newestMailsQuery } from '../../entities/mail/mail.ts';
import { MailSection } from '../../entities/mail/mail-section.tsx';
import { Photos } from '../../photos/photos.tsx';
import { EraseDialog } from '../../records/acts/erase-dialog.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import { RecordEdit } from '../../records/edit/record-edit.tsx';
import { RemovedMeanwhile, RestoreButton, useForgetErased } from '../../records/list/removed.tsx';
import { LoadingPage } from '../../records/record/loading-page.tsx';
import { RecordContacts, RecordDetails } from '../../records/record/record-details.tsx';
import { LANDING } from '../../ui/keyboard/focus.ts';
import { useShortcuts } from '../../ui/keyboard/shortcuts.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Nothing } from '../../ui/status/data-area.tsx';
import { Day } from '../../ui/values/day.tsx';
import { CustomerTag } from './customer-card.tsx';
import { CustomerCredit } from './customer-credit.tsx';
import { CustomerProperties, PropertyPhotos } from './customer-properties.tsx';
import { CustomerTimeline } from './customer-timeline.tsx';
import { CustomerWork, jobsOf, quotesOf } from './customer-work.tsx';
import type { CustomerSearch } from './customers-search.ts';
import { FormerAddress } from './former-address.tsx';
import { NoMarketing, suppressionOfCustomer } from './no-marketing.tsx';
import { type CustomerActs, useCustomerActs } from './use-customer-acts.ts';

interface CustomerPageProps extends PageProps<CustomerSearch> {
  id: string;
}

/** One customer: contact, properties, possible duplicates, and everything that happened. */
export function CustomerPage(props: CustomerPageProps) {
  const known = useQuery(customerQuery(props.id));
  // Of an address that was corrected meanwhile the page does not wait.
  const suppression = useQuery({
    ...suppressionOfCustomer(known.data, props.account.role),
    placeholderData: keepPreviousData,
  });
  // Together with what is at the top, that they get no marketing and possible duplicates, and work, which is above the
  // photos.
  const query = withOthers(
    known,
    { isPending: suppression.isLoading },
    useQuery(duplicatesQuery(props.id)),
    useQuery(jobsOf(props.id)),
    useQuery(quotesOf(props.id)),
    useQuery(newestMailsQuery({ customerId: props.id })),
  );
  if (!query.data && isNotFound(query.error)) return <NoSuchCustomer />;
  const { data: customer } = query;
  if (customer) return <Customer key={customer.id} {...props} customer={customer} />;
  return <LoadingPage title="Customer" className="hw-customer-page" query={query} />;
}

function NoSuchCustomer() {
  return (
    <Page title="Customer">
      <Nothing
        title="Customer not found"
        description="The link may be wrong."
        action={<Link to="/customers">All customers</Link>}
      />
    </Page>
  );
}

function Customer(props: CustomerPageProps & { customer: CustomerRecord }) {
  const { account, search, onSearch } = props;
  const customer = useNewest(props.customer);
  useForgetErased(customer.erased ? [customer.id, ...customer.properties.map(({ id }) => id)] : []);
  const acts = useCustomerActs();
  const navigate = useNavigate();
  const duplicates = useQuery(duplicatesQuery(customer.id));
  const canEdit = may(account.role, 'customers:change');
  const mayChange = canEdit && !customer.erased;
  const canChange = mayChange && !customer.removed;
  const lead = useLeadToQuote(customer);
  const ask = (isOpen: boolean) => onSearch({ erase: isOpen || undefined });
  const edit = (isOpen: boolean) => onSearch({ edit: isOpen || undefined });

  useShortcuts(canChange ? [{ keys: 'e', label: 'Edit this customer', run: () => edit(true) }] : []);
  const changes = [
    { text: 'Edit', run: () => edit(true) },
    { text: 'Create Quote', run: () => void navigate({ to: '/quotes', search: { customer: customer.id, lead } }) },
    { text: 'New Job', run: () => onSearch({ job: 'new' }) },
    { text: 'Add property', run: () => onSearch({ property: 'new' }) },
  ];
  useRecordActs(customerName(customer), [
    ...(canChange ? changes : []),
    ...(canEdit && !customer.removed ? [{ text: 'Archive', run: () => acts.archive(customer) }] : []),
  ]);

  return (
    <Page
      title={customerName(customer)}
      actions={
        canEdit && (
          <Actions
            customer={customer}
            acts={acts}
            lead={lead}
            onEdit={() => edit(true)}
            onJob={() => onSearch({ job: 'new' })}
          />
        )
      }
    >
      {customer.removed && search.edit && <RemovedMeanwhile kind={customerKind} record={customer} />}
      <p className="hw-customer-line">
        <Link to="/customers">Customers</Link>
        <CustomerTag customer={customer} />
        <span>
          Since <Day iso={customer.createdAt} />
          {customer.leadId && (
            <>
              {', from '}
              <Link className="hw-in-text" to="/leads" search={{ lead: customer.leadId }}>
                their lead
              </Link>
            </>
          )}
        </span>
        <NoMarketing customer={customer} role={account.role} />
      </p>
      {canChange && <FormerAddress customer={customer} />}
      <DuplicateList duplicates={duplicates.data ?? []} title="Possible duplicate of" />
      <div className="hw-customer-page">
        <div>
          {customer.erased ? (
            <>
              <Callout>
                The personal data of this customer was erased for good. What stays is that they were a customer, and
                what was done when.
              </Callout>
              <CustomerCredit customer={customer} account={account} />
            </>
          ) : (
            <Known
              customer={customer}
              account={account}
              acts={acts}
              canChange={canChange}
              search={search}
              onSearch={onSearch}
            />
          )}
          {account.role === 'owner' && <Erase customer={customer} isOpen={search.erase === true} onOpen={ask} />}
        </div>
        <Section title="Timeline">
          <CustomerTimeline customer={customer} mayChange={mayChange} />
        </Section>
      </div>
      {canChange && <NewJob customer={customer} at={search.job} onClose={() => onSearch({ job: undefined })} />}
    </Page>
  );
}

interface NewJobProps {
  customer: CustomerRecord;
  /** The property id, or `new`; undefined while the dialog is closed. */
  at: string | undefined;
  onClose(): void;
}

/** Creates a job for a customer, and opens it. */
function NewJob({ customer, at, onClose }: NewJobProps) {
  const navigate = useNavigate();
  if (at === undefined) return null;
  return (
    <NewJobDialog
      customerId={customer.id}
      propertyId={at === 'new' ? undefined : at}
      opens={({ id }) => void navigate({ to: '/jobs/$id', params: { id } })}
      onClose={onClose}
    />
  );
}

/** Everything known about a customer, besides their history. */
function Known({
  customer,
  account,
  acts,
  canChange,
  search,
  onSearch,
}: Pick<CustomerPageProps, 'account' | 'search' | 'onSearch'> & {
  customer: CustomerRecord;
  acts: CustomerActs;
  canChange: boolean;
}) {
  const photographed = customer.properties.find((property) => property.id === search.photos);
  return (
    <>
      <Section title="Contact">
        {search.edit && canChange ? (
          <RecordEdit
            kind={customerKind}
            record={customer}
            onDone={() => onSearch({ edit: undefined })}
            saved={{ title: 'Customer Updated', text: 'The customer has been saved.', intent: 'success' }}
          />
        ) : (
          <>
            <RecordContacts kind={customerKind} record={customer} />
            <RecordDetails fields={customerKind.fields} record={customer} />
          </>
        )}
      </Section>
      <CustomerProperties
        customer={customer}
        canChange={canChange}
        open={search.property}
        onOpen={(property) => onSearch({ property })}
        onPhotos={(photos) => onSearch({ photos })}
        onJob={(job) => onSearch({ job })}
        remove={(propertyId) => acts.removeProperty(customer, propertyId)}
      />
      <CustomerCredit customer={customer} account={account} />
      <CustomerWork customer={customer} />
      <MailSection about={{ customerId: customer.id }} />
      {/* One at a time: pasted pictures go to the one shown. */}
      {photographed ? (
        <PropertyPhotos
          customer={customer}
          property={photographed}
          canChange={canChange}
          onClose={() => onSearch({ photos: undefined })}
        />
      ) : (
        <Section>
          <Photos
            category="customer"
            recordId={customer.id}
            canChange={canChange}
            also={customer.leadId === null ? {} : { from: { category: 'lead', recordId: customer.leadId } }}
          />
        </Section>
      )}
    </>
  );
}

/** Other collections that hold data about a customer. */
const HOLDING_THEM = [...customerKind.collections, 'leads', 'photos'];

/** It cannot be undone, so it is kept apart from the other buttons. It stays open until it has shown the result. */
function Erase({
  customer,
  isOpen,
  onOpen,
}: {
  customer: CustomerRecord;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}) {
  return (
    <>
      {!customer.erased && (
        <Button variant="minimal" intent="danger" text="Erase personal data…" onClick={() => onOpen(true)} />
      )}
      {isOpen && (
        <EraseDialog<ErasedCustomer>
          record={customer}
          category={customerKind.category}
          path={customerKind.path(customer.id)}
          name={customerName(customer)}
          collections={HOLDING_THEM}
          partsOf={({ leadId }) => ['The customer', ...(leadId === null ? [] : ['their lead'])]}
          onClose={() => onOpen(false)}
        >
          <p>
            <strong>Erased for good:</strong> name, contact, tags, notes, and the addresses of all properties
            {customer.leadId !== null && ', and the same in the lead they came from'}; every photo; and all of it in the
            history.
          </p>
          <p>
            <strong>Kept:</strong> that there was a customer, the steps of the history with who took them and when, and
            the figures. Backups and exports made earlier still hold the data.
          </p>
        </EraseDialog>
      )}
    </>
  );
}

interface ActionsProps {
  customer: CustomerRecord;
  acts: CustomerActs;
  /** The lead that their quote is for. */
  lead: string | undefined;
  onEdit(): void;
  onJob(): void;
}

/** Their first quote is for what they asked for as a lead, whose id this is. */
function useLeadToQuote(customer: CustomerRecord): string | undefined {
  const quotes = useQuery(quotesOf(customer.id)).data;
  const jobs = useQuery(jobsOf(customer.id)).data;
  return (quotes?.length === 0 && jobs?.length === 0 && customer.leadId) || undefined;
}

function Actions({ customer, acts, lead, onEdit, onJob }: ActionsProps) {
  const archive = <Button variant="minimal" intent="danger" text="Archive" onClick={() => acts.archive(customer)} />;
  if (customer.erased) return customer.removed ? null : archive;
  if (customer.removed) return <RestoreButton kind={customerKind} record={customer} />;
  return (
    <>
      <Button {...LANDING} text="Edit" onClick={onEdit} />
      <Link to="/quotes" search={{ customer: customer.id, lead }} className={Classes.BUTTON}>
        Create Quote
      </Link>
      <Button text="New Job" onClick={onJob} />
      {archive}
    </>
  );
}
