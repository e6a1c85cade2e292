import { useQuery } from '@tanstack/react-query';
import type { QuoteRecord, QuoteVersionShown } from '../../../api/quotes/schema.ts';
import { QUOTE_LIMITS } from '../../../domain/quote/terms.ts';
import { useCommand } from '../../data/use-command.ts';
import { personName, staffQuery } from '../../entities/person/person.ts';
import { QUOTES, quotePath } from '../../entities/quote/quote.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { Section } from '../../ui/layout/section.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Instant } from '../../ui/values/day.tsx';
import { ERASED } from '../../ui/values/erased.ts';

interface QuoteQuestionsProps {
  quote: QuoteRecord;
  versions: readonly QuoteVersionShown[];
  canChange: boolean;
}

/** The customer's questions with their answers; unanswered ones first. */
export function QuoteQuestions({ quote, versions, canChange }: QuoteQuestionsProps) {
  const staff = useQuery(staffQuery).data ?? [];
  if (quote.questions.length === 0) return null;
  const questions = quote.questions.toSorted((a, b) => Number(a.answeredAt !== null) - Number(b.answeredAt !== null));
  const elsewhere = new Set(versions.filter(({ link }) => link?.isElsewhere).map(({ version }) => version));
  const nameOf = (id: string | null) => {
    const person = staff.find((each) => each.id === id);
    return person ? personName(person) : 'A colleague';
  };
  return (
    <Section title="Questions">
      <ul className="hw-questions">
        {questions.map(({ id, question, askedAt, version, answer, answeredBy, answeredAt }) => (
          <li key={id}>
            <p className="hw-question">{question ?? ERASED}</p>
            <p className="hw-muted">
              The customer, of version {version} · <Instant iso={askedAt} />
            </p>
            {answeredAt ? (
              <div className="hw-answer">
                <p className="hw-question">{answer ?? ERASED}</p>
                <p className="hw-muted">
                  {nameOf(answeredBy)} · <Instant iso={answeredAt} />
                </p>
              </div>
            ) : (
              canChange && <Answer quoteId={quote.id} questionId={id} isElsewhere={elsewhere.has(version)} />
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
const NOT_EMAILED =
  'This was asked through a link that went elsewhere. The answer is shown there until you revoke that link, and is not emailed.';
const BLANK = valuesOf(FIELDS, null);

interface AnswerProps {
  quoteId: string;
  questionId: string;
  /** It was asked through a link that somebody else may have. */
  isElsewhere: boolean;
}

function Answer({ quoteId, questionId, isElsewhere }: AnswerProps) {
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
      const text = isElsewhere ? 'It was not emailed.' : 'The customer reads it with the quote.';
      void showToast({ title: 'Answered', text, intent: 'success', ...undo });
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
      {isElsewhere && <p className="hw-muted">{NOT_EMAILED}</p>}
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}
