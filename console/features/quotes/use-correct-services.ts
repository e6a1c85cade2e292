import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { queryClient } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { ANALYSES, analysisPath, analysisQuery } from '../../entities/analysis/analysis.ts';
import { itemsIn } from '../../entities/quote/items.ts';
import { correctedServices } from '../../entities/quote/suggested-items.ts';
import { showToast } from '../../ui/status/toaster.tsx';

interface Correction {
  id: string;
  suggestedServices: AnalysisRecord['suggestedServices'];
}

/**
 * Stores how a person corrected an analysis's suggested services, once the quote with them is saved.
 * @returns takes a form's analysis id and its services as form text
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
  const text = `The quote is saved, but your changes to the services did not reach the analysis: ${message}`;
  void showToast({ title: 'Error', text, intent: 'danger' });
}
