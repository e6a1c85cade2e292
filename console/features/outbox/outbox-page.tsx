import { Button } from '@blueprintjs/core';
import type { MailRecord } from '../../../api/mail/schema.ts';
import { MAIL_KIND_LABELS, MAIL_STATUS_LABELS, MAIL_STATUSES } from '../../../domain/mail/terms.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { mailsQuery } from '../../entities/mail/mail.ts';
import { mailKind } from '../../entities/mail/mail-kind.ts';
import { MailStatusTag } from '../../entities/mail/mail-status.tsx';
import { cleared, isFiltered } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, type ShownList, usePagedList } from '../../records/list/record-list-page.tsx';
import { Choice, labeled } from '../../ui/inputs/choice.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { MailDrawer } from './mail-drawer.tsx';
import { OUTBOX_SORTS, type OutboxSearch, outboxPath } from './outbox-search.ts';
import { Undelivered } from './undelivered.tsx';
import { useMailActs } from './use-mail-acts.ts';

const FILTER_KEYS = ['q', 'status', 'needsPerson', 'category', 'recordId', 'customerId', 'batchId'];

const COLUMNS: readonly RecordColumn<MailRecord>[] = [
  { id: 'subject', header: 'Subject', value: ({ subject }) => subject },
  { id: 'to', header: 'To', value: ({ toName, to }) => [toName, to].filter(Boolean).join(' · ') || null },
  {
    id: 'status',
    header: 'Status',
    stays: true,
    value: ({ status }) => status,
    cell: (mail) => <MailStatusTag mail={mail} />,
  },
  { id: 'reason', header: 'Reason', value: ({ status, reason }) => (status === 'sent' ? null : reason) },
  { id: 'kind', header: 'Kind', value: ({ kind }) => MAIL_KIND_LABELS[kind] ?? kind },
  {
    id: 'createdAt',
    header: 'Written',
    value: ({ createdAt }) => createdAt,
    cell: (mail) => <Instant iso={mail.createdAt} />,
  },
];

/** The status filter's value for those that a person has to look at. */
const NEEDS = 'needs';

/** How many emails one call releases. */
const MOST_AT_ONCE = 200;

/** Emails to people outside the company: sent, held, failed or uncertain. */
export function OutboxPage(props: PageProps<OutboxSearch>) {
  const { search, onSearch } = props;
  const path = outboxPath(search);
  const hasFilter = isFiltered(search, FILTER_KEYS);
  const list = usePagedList(mailsQuery(path), path, OUTBOX_SORTS);
  const { canChange } = listOf(props, 'mail');
  return (
    <RecordListPage
      {...listOf(props, 'mail')}
      title="Outbox"
      subtitle="Every email to customers and to the office, and what happened to it"
      kind={mailKind}
      plural="emails"
      param="mail"
      list={list}
      columns={COLUMNS}
      filterKeys={FILTER_KEYS}
      above={canChange && <Undelivered />}
      filters={
        <>
          <Choice
            label="Status"
            value={search.needsPerson ? NEEDS : search.status}
            choices={[[NEEDS, 'Need attention'], ...labeled(MAIL_STATUSES, MAIL_STATUS_LABELS)]}
            none="All emails"
            onChoice={(which) =>
              onSearch({ needsPerson: which === NEEDS || undefined, status: which === NEEDS ? undefined : which })
            }
          />
          {search.status === 'prepared' && canChange && <SendAll list={list} />}
          {hasFilter && (
            <Button variant="minimal" text="Clear filters" onClick={() => onSearch(cleared(FILTER_KEYS))} />
          )}
        </>
      }
      drawer={(open) => <MailDrawer key={open.id} {...open} />}
      firstUse={{
        title: 'No emails yet',
        description: 'Send a quote to a customer with an email address, and it shows here.',
      }}
    />
  );
}

/** Sends all shown emails that wait, up to the limit of one call, which is no more than a person could read. */
function SendAll({ list: { records, paging } }: { list: ShownList<MailRecord> }) {
  const act = useMailActs();
  const waiting = records.filter(({ status }) => status === 'prepared').slice(0, MOST_AT_ONCE);
  if (waiting.length < 2) return null;
  const isAll = waiting.length === records.length && !paging?.more;
  return (
    <Button
      intent="primary"
      text={`${isAll ? 'Send all' : 'Send these'} ${waiting.length}`}
      onClick={() => act.releaseAll(waiting)}
    />
  );
}
