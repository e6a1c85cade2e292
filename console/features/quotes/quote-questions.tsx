import { useQuery } from '@tanstack/react-query';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { QUOTE_LIMITS } from '../../../domain/quote/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { QUOTES, quotePath } from '../../entities/quote/quote.ts';
import { DraftBanner } from '../../records/draft-banner.tsx';
import { RecordForm } from '../../records/record-form.tsx';
import { offerUndo } from '../../records/undo.ts';
import { useDraft } from '../../records/use-draft.ts';
import { Instant } from '../../ui/day.tsx';
import { type Field, valuesOf } from '../../ui/fields.ts';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toaster.tsx';

interface QuoteQuestionsProps {
  quote: QuoteRecord;
  canChange: boolean;
}

/** The customer's questions with their answers; unanswered ones first. */
export function QuoteQuestions({ quote, canChange }: QuoteQuestionsProps) {
  const staff = useQuery(staffQuery).data ?? [];
  if (quote.questions.length === 0) return null;
  const questions = quote.questions.toSorted((a, b) => Number(a.answeredAt !== null) - Number(b.answeredAt !== null));
  const nameOf = (id: string | null) => {
    const person = staff.find((each) => each.id === id);
    return person ? personName(person) : 'A colleague';
  };
  return (
    <Section title="Questions">
      <ul className="hw-questions">
        {questions.map(({ id, question, askedAt, version, answer, answeredBy, answeredAt }) => (
          <li key={id}>
            <p className="hw-question">{question ?? '[erased]'}</p>
            <p className="hw-muted">
              The customer, of version {version} · <Instant iso={askedAt} />
            </p>
            {answeredAt ? (
              <div className="hw-answer">
                <p className="hw-question">{answer ?? '[erased]'}</p>
                <p className="hw-muted">
                  {nameOf(answeredBy)} · <Instant iso={answeredAt} />
                </p>
              </div>
            ) : (
              canChange && <Answer quoteId={quote.id} questionId={id} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const FIELDS: readonly Field[] = [
  { name: 'answer', label: 'Answer', kind: 'multiline', maxLength: QUOTE_LIMITS.answer },
];
const BLANK = valuesOf(FIELDS, null);

function Answer({ quoteId, questionId }: { quoteId: string; questionId: string }) {
  const draftKey = `quote/${quoteId}/answer/${questionId}`;
  const draft = useDraft(draftKey, FIELDS, () => BLANK);
  const collections = [...QUOTES, 'mails'];
  const send = useCommand<string, QuoteRecord>({
    command: (answer) => ({
      method: 'POST',
      path: `${quotePath(quoteId)}/questions/${encodeURIComponent(questionId)}/answer`,
      body: { answer },
    }),
    collections,
    draftKey,
    onSuccess({ commandId }) {
      const undo = offerUndo({ category: 'quote', id: quoteId, commandId }, collections);
      void showToast({ title: 'Answered', text: 'The customer reads it with the quote.', intent: 'success', ...undo });
    },
  });
  const answer = draft.values['answer'] ?? '';
  return (
    <RecordForm
      fields={FIELDS}
      values={draft.values}
      onChange={draft.change}
      onSubmit={() => send.mutate(answer)}
      submitText="Answer"
      canSubmit={answer.trim() !== ''}
      autoFocus={false}
      isBusy={send.isPending}
      error={send.error}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}
