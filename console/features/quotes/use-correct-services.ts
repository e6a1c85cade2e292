import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { ANALYSES, analysisPath, analysisQuery } from '../../entities/analysis/analysis.ts';
import { correctedServices, itemsIn } from '../../entities/quote/items.ts';
import { showToast } from '../../ui/toaster.tsx';

interface Correction {
  id: string;
  suggestedServices: AnalysisRecord['suggestedServices'];
}

/**
 * Tells an analysis what a person made of the services that it suggested, once the quote with them is saved.
 * @returns takes the analysis of a form and its services, as the form holds them
 */
export function useCorrectServices(): (analysisId: string, items: string) => Promise<void> {
  const correct = useCommand<Correction, AnalysisRecord>({
    command: ({ id, ...body }) => ({ method: 'PATCH', path: analysisPath(id), body }),
    collections: ANALYSES,
    onError: tellFailure,
  });
  return async (analysisId, items) => {
    try {
      const analysis = await queryClient.ensureQueryData(analysisQuery(analysisId));
      const suggestedServices = correctedServices(itemsIn(items), analysis);
      if (suggestedServices && !analysis.removed) correct.mutate({ id: analysisId, suggestedServices });
    } catch (cause) {
      tellFailure(cause as Error);
    }
  };
}

function tellFailure({ message }: Error): void {
  const text = `The quote is saved. The analysis does not have your changes of its services: ${message}`;
  void showToast({ title: 'Error', text, intent: 'danger' });
}
