import { z } from 'zod';

/** The longest question, in characters. */
export const LONGEST_QUESTION = 500;

const QUESTION = 'Type a question.';
const EITHER = 'Ask either with a question, or with a query and its parameters.';

export const askBody = z
  .object({
    question: z
      .string(QUESTION)
      .trim()
      .min(1, QUESTION)
      .max(LONGEST_QUESTION, `The question must not be longer than ${LONGEST_QUESTION} characters.`)
      .optional()
      .describe('In words.'),
    query: z.string('query must be the name of a query.').min(1).max(100).optional(),
    parameters: z
      .record(z.string(), z.unknown(), 'The parameters must be an object.')
      .optional()
      .describe('As the schema of the query in `GET /api/ai/ask/queries` says.'),
  })
  .refine(({ question, query }) => (question === undefined) !== (query === undefined), EITHER)
  .refine(({ question, parameters }) => question === undefined || parameters === undefined, EITHER);
export type AskBody = z.output<typeof askBody>;

/** The parameters of a query, as JSON in a URL. */
const givenText = z.string('given must be an object as JSON.').transform((text, issues) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    issues.addIssue({ code: 'custom', message: 'given must be an object as JSON.' });
    return z.NEVER;
  }
});

export const askFileQuery = z.object({
  query: z.string('query must be the name of a query.').min(1).max(100),
  given: givenText.default({}).describe('The parameters of the query, as JSON.'),
});
export const askFile = z.string().describe('A header line, then one line for each row of the answer.');

const given = z.record(z.string(), z.string()).describe('By the names of the parameters.');

/** A query that may be meant, with its parameters filled in. */
const suggestion = z.object({ words: z.string(), query: z.string(), parameters: given });

const COLUMN_KINDS = ['text', 'day', 'month', 'money', 'number', 'hours', 'percent'] as const;

const cells = z.array(z.union([z.string(), z.number(), z.null()]));

export const askAnswer = z
  .object({
    outcome: z
      .enum(['answered', 'which', 'unsure', 'none'])
      .describe(
        '`which`: several records have the name, choose one of the suggestions; `unsure`: nothing ran, one of the ' +
          'suggestions may be meant; `none`: no query fits.',
      ),
    words: z.string().describe('Which query ran, with which parameters; or why none did.'),
    query: z.string().nullable().describe('The query that ran.'),
    parameters: given,
    columns: z.array(z.object({ name: z.string(), label: z.string(), kind: z.enum(COLUMN_KINDS) })),
    rows: z
      .array(
        z.object({
          cells: cells.describe('In the order of the columns; money as decimal text in dollars.'),
          opens: z.object({ kind: z.string(), id: z.string() }).nullable().describe('The record that it is about.'),
        }),
      )
      .describe('The first of them.'),
    total: z.number().describe('How many rows there are in all.'),
    sums: cells.nullable().describe('Below the rows: of all of them.'),
    note: z.string().nullable().describe('What the figures count.'),
    link: z
      .object({ label: z.string(), page: z.string().describe('Its path in the console, with its query.') })
      .nullable()
      .describe('The page with the same filters; null where no page shows these alone.'),
    file: z.string().nullable().describe('The call that has all rows as CSV; null for those who may not export.'),
    suggestions: z.array(suggestion).describe('What may be meant; of an answer, what it may mean as well.'),
    spelled: z
      .string()
      .nullable()
      .describe('The question without the typing errors that it may have; ask it if it is what was meant.'),
    model: z.string().nullable().describe('The model that read the question; null where the rules or a form did.'),
    caution: z.string().nullable().describe('What of the question a model’s reading may leave out.'),
    fallback: z.string().nullable().describe('Why no model’s reading of the question ran, although there is a model.'),
    sent: z
      .object({
        instructions: z.string(),
        input: z.string().describe('The question with placeholders for names, numbers and times.'),
        tools: z.array(z.record(z.string(), z.unknown())),
      })
      .nullable()
      .describe('Literally what went out for this question; null if nothing did.'),
  })
  .meta({ id: 'AskAnswer' });
export type AskAnswer = z.output<typeof askAnswer>;
export type AskSuggestion = z.output<typeof suggestion>;

const field = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['day', 'choice', 'customer', 'crew', 'amount', 'count', 'text']),
  choices: z.array(z.object({ value: z.string(), label: z.string() })).describe('Of a choice, in order.'),
  preset: z.string().nullable().describe('What holds where nothing is said.'),
});
export type AskField = z.output<typeof field>;

export const askCatalog = z
  .object({
    queries: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        tells: z.string().describe('What it answers.'),
        parameters: z.record(z.string(), z.unknown()).describe('A JSON schema.'),
        fields: z.array(field).describe('The same parameters, as a form asks for them.'),
        examples: z.array(z.string()).describe('Questions that it answers.'),
      }),
    ),
  })
  .meta({ id: 'AskCatalog' });
export type AskCatalog = z.output<typeof askCatalog>;
