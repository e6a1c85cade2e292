import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, Search } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageProps } from '../../../entities/account/session.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { Failure, Skeleton, SkeletonRows } from '../../../ui/status/data-area.tsx';
import type { AiDashboardSearch } from '../ai-dashboard-search.ts';
import { Answer } from './answer.tsx';
import { answerQuery, askedBy } from './ask.ts';
import { AskForm } from './ask-form.tsx';

export const NOT_ASKED = { ask: undefined, query: undefined, given: undefined } as const;

/** A box for a question in words; its answer is below, and the queries that there are open as a form. */
export function AskBox({ account, search, onSearch }: PageProps<AiDashboardSearch>) {
  const [isForm, setForm] = useState(false);
  const asked = askedBy(search);
  return (
    <div className="hw-ask">
      <div className="hw-ask-line">
        <Question asked={search.ask ?? ''} onAsk={(ask) => onSearch({ ...NOT_ASKED, ask: ask || undefined })} />
        <Button
          variant="minimal"
          text="Choose a question"
          active={isForm}
          aria-expanded={isForm}
          onClick={() => setForm(!isForm)}
        />
      </div>
      {isForm && (
        <AskForm
          accountId={account.id}
          search={search}
          onRun={(query, given) => onSearch({ ...NOT_ASKED, query, given })}
          onAsk={(ask) => onSearch({ ...NOT_ASKED, ask })}
        />
      )}
      {asked && <Asked body={asked} onSearch={onSearch} onForm={() => setForm(true)} />}
    </div>
  );
}

function Question({ asked, onAsk }: { asked: string; onAsk(text: string): void }) {
  const [text, setText] = useState(asked);
  const [before, setBefore] = useState(asked);
  // Not by a key: the field keeps its focus.
  if (asked !== before) {
    setBefore(asked);
    setText(asked);
  }
  return (
    <form
      className="hw-ask-question"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(text.trim());
      }}
    >
      <InputGroup
        fill
        type="search"
        leftIcon={<Search />}
        aria-label="Ask a question"
        placeholder="Ask: which crew made the most profit last month?"
        maxLength={500}
        value={text}
        onValueChange={setText}
      />
      <Button type="submit" text="Ask" disabled={text.trim() === ''} />
    </form>
  );
}

interface AskedProps extends Pick<PageProps<AiDashboardSearch>, 'onSearch'> {
  body: NonNullable<ReturnType<typeof askedBy>>;
  onForm(): void;
}

function Asked({ body, onSearch, onForm }: AskedProps) {
  const { data, error, refetch } = useQuery(answerQuery(body));
  const close = () => onSearch(NOT_ASKED);
  const title = data?.outcome === 'answered' ? data.words : 'Answer';
  return (
    <section aria-label="Answer" aria-live="polite">
      <Section
        title={title}
        actions={<Button variant="minimal" icon={<Cross />} aria-label="Close the answer" onClick={close} />}
      >
        {data && (
          <Answer
            answer={data}
            onRun={(query, given) => onSearch({ ...NOT_ASKED, query, given })}
            onAsk={(ask) => onSearch({ ...NOT_ASKED, ask })}
            onForm={onForm}
            onAgain={() => void refetch()}
          />
        )}
        {!data && error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && (
          <Skeleton>
            <SkeletonRows rows={4} />
          </Skeleton>
        )}
      </Section>
    </section>
  );
}
