import { type FactName, type Facts, factsOf, type Tables } from '../../../ai/facts/facts.ts';

type Rows = { readonly [Name in FactName]?: readonly Partial<RowOf<Name>>[] };
type RowOf<Name extends FactName> = Tables[Name] extends ReadonlyMap<string, infer Row> ? Row : never;

/**
 * Facts of these rows, for the tests of detectors. A row says what the detector reads; one without an `id` gets its
 * place in the list: `1`.
 * @param asOf ISO UTC
 */
export function factsWith(asOf: string, rows: Rows): Facts {
  const names: readonly FactName[] = [
    'company',
    'leads',
    'leadSteps',
    'customers',
    'quotes',
    'jobs',
    'invoices',
    'costs',
    'mails',
    'equipment',
    'people',
    'crews',
    'timeOff',
    'scheduleDays',
  ];
  const tables = names.map((name) => {
    const told = (rows[name] ?? []).map((row, place) => ({ id: String(place + 1), revision: 0, ...row }));
    return [name, new Map(told.map((row) => [row.id, row]))] as const;
  });
  return factsOf(Object.fromEntries(tables) as unknown as Tables, asOf);
}
