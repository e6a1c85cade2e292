import { Button, ButtonGroup, Callout } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AnalysisRecord } from '../../../api/analyses/schema.ts';
import { RISKS } from '../../../domain/analysis/terms.ts';
import { isNotFound } from '../../data/api.ts';
import { useNewest } from '../../data/told.ts';
import { useCommand } from '../../data/use-command.ts';
import { ANALYSES, analysisPath, analysisQuery } from '../../entities/analysis/analysis.ts';
import { serviceName } from '../../entities/quote/quote-kind.tsx';
import { riskTone } from '../../entities/tones.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { DraftBanner } from '../../records/edit/draft-banner.tsx';
import { RecordForm } from '../../records/edit/record-form.tsx';
import { useDraft } from '../../records/edit/use-draft.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { DataArea, SkeletonText } from '../../ui/status/data-area.tsx';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { FINDINGS, type Finding, sentFinding, textOfFinding } from './analysis-fields.ts';

interface AnalysisResultProps {
  id: string;
  canChange: boolean;
}

/** What was found in a picture: the confidence, and each value with a way to correct it. */
export function AnalysisResult({ id, canChange }: AnalysisResultProps) {
  const query = useQuery(analysisQuery(id));
  if (!query.data && isNotFound(query.error)) return null;
  return (
    <DataArea
      query={query}
      isEmpty={() => false}
      firstUse={{ title: 'No analysis' }}
      filtered={null}
      skeleton={<SkeletonText length={40} />}
    >
      {(analysis) => <Result analysis={analysis} canChange={canChange} />}
    </DataArea>
  );
}

function Result({ analysis: read, canChange }: { analysis: AnalysisRecord; canChange: boolean }) {
  const analysis = useNewest(read);
  if (analysis.erased) return <p className="hw-muted">The text of this analysis was erased for good.</p>;
  const mayCorrect = canChange && !analysis.removed;
  const isTold = ({ name }: Finding) => FIRST.has(name) || textOfFinding(analysis.proposed, name) !== '';
  const isShown = (field: Finding) => isTold(field) || analysis.corrected.includes(field.name);
  const told = FINDINGS.filter(isShown);
  const untold = FINDINGS.filter((field) => !isShown(field));
  return (
    <div className="hw-analysis">
      <Confidence analysis={analysis} />
      <Findings analysis={analysis} mayCorrect={mayCorrect} of={told} />
      <Suggested analysis={analysis} />
      {mayCorrect && untold.length > 0 && (
        <Disclosure summary="Add what it left out">
          <Findings analysis={analysis} mayCorrect={mayCorrect} of={untold} />
        </Disclosure>
      )}
    </div>
  );
}

/** The services it suggested, as people corrected them in the quote they were added to. */
function Suggested({ analysis: { suggestedServices, proposed, corrected } }: { analysis: AnalysisRecord }) {
  const found = proposed.suggestedServices;
  const isCorrected = corrected.includes('suggestedServices');
  if (found.length === 0 && !isCorrected) return null;
  return (
    <dl className="hw-findings">
      <div className="hw-finding">
        <dt>
          Suggested services
          {isCorrected && (
            <span className="hw-muted" title={`Found: ${found.map(inWords).join('; ') || 'nothing'}`}>
              {' · corrected'}
            </span>
          )}
        </dt>
        <dd>
          {suggestedServices.length === 0 && <span className="hw-muted">None was used</span>}
          <ul>
            {suggestedServices.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a service may be suggested twice, and they never move
              <li key={index}>{inWords(each)}</li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

function inWords({
  service,
  description,
  estimatedCost,
  priority,
}: AnalysisRecord['suggestedServices'][number]): string {
  const parts = [serviceName(service), description, estimatedCost, priority && `${priority} priority`];
  return parts.filter(Boolean).join(', ');
}

interface FindingsProps extends Omit<FindingProps, 'field'> {
  of: readonly Finding[];
}

function Findings({ of, ...shown }: FindingsProps) {
  return (
    <dl className="hw-findings">
      {of.map((field) => (
        <FindingLine key={field.name} field={field} {...shown} />
      ))}
    </dl>
  );
}

/** Shown even if empty. */
const FIRST: ReadonlySet<string> = new Set(['summary', 'safetyRisk', 'treeCondition']);

/** How reliable the analysis is, and why. */
function Confidence({ analysis }: { analysis: AnalysisRecord }) {
  const { confidence, method, fallback, seen, notSeen } = analysis;
  const isLow = confidence < 0.6;
  return (
    <Callout compact intent={isLow ? 'warning' : 'none'} className="hw-confidence">
      <strong>{Math.round(confidence * 100)}% sure</strong>
      {isLow && ' · Look at the tree before you rely on this.'}
      <Disclosure summary="How it was found">
        <p>
          {method === 'rules' ? 'By fixed rules, from the colors in the picture and your words.' : 'By an AI model.'}
        </p>
        {fallback && <p>{fallback}</p>}
        <Sentences title="Based on" of={seen} />
        <Sentences title="It could not see" of={notSeen} />
      </Disclosure>
    </Callout>
  );
}

function Sentences({ title, of }: { title: string; of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <p>{title}:</p>
      <ul>
        {of.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

interface FindingProps {
  field: Finding;
  analysis: AnalysisRecord;
  mayCorrect: boolean;
}

function FindingLine({ field, analysis, mayCorrect }: FindingProps) {
  const [isOpen, setOpen] = useState(false);
  const value = textOfFinding(analysis, field.name);
  const isCorrected = analysis.corrected.includes(field.name);
  const found = textOfFinding(analysis.proposed, field.name);
  return (
    <div className="hw-finding">
      <dt>
        {field.label}
        {isCorrected && (
          <span className="hw-muted" title={`Found: ${found || 'nothing'}`}>
            {' · corrected'}
          </span>
        )}
      </dt>
      <dd>{isOpen ? <Correct field={field} analysis={analysis} onClose={() => setOpen(false)} /> : told()}</dd>
    </div>
  );

  function told(): ReactNode {
    if (field.name === 'safetyRisk' && mayCorrect) return <RiskChoice analysis={analysis} />;
    return (
      <>
        {shownFinding(field, value)}
        {mayCorrect && (
          <Button
            size="small"
            variant="minimal"
            icon={<Edit size={14} />}
            aria-label={`Correct ${field.label}`}
            title="Correct"
            onClick={() => setOpen(true)}
          />
        )}
      </>
    );
  }
}

function shownFinding(field: Finding, value: string): ReactNode {
  if (value === '') return <span className="hw-muted">Not given</span>;
  if (field.name === 'safetyRisk') return <StatusTag tone={riskTone(value)}>{value.toUpperCase()}</StatusTag>;
  if (!field.isList) return <span className="hw-finding-text">{value}</span>;
  return (
    <ul>
      {value.split('\n').map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The current risk next to the other two: one click corrects it. */
function RiskChoice({ analysis }: { analysis: AnalysisRecord }) {
  const correct = useCorrect(analysis.id);
  return (
    <ButtonGroup className="hw-risks">
      {RISKS.map((risk) => {
        const isIt = analysis.safetyRisk === risk;
        return (
          <Button
            key={risk}
            size="small"
            variant="minimal"
            aria-pressed={isIt}
            aria-label={`Safety Risk: ${risk}`}
            disabled={correct.isPending}
            onClick={() => !isIt && correct.mutate({ safetyRisk: risk })}
          >
            {isIt ? <StatusTag tone={riskTone(risk)}>{risk.toUpperCase()}</StatusTag> : risk.toUpperCase()}
          </Button>
        );
      })}
    </ButtonGroup>
  );
}

function Correct({ field, analysis, onClose }: Omit<FindingProps, 'mayCorrect'> & { onClose(): void }) {
  const draftKey = `analysis/${analysis.id}/${field.name}`;
  const fields = [field];
  const draft = useDraft(draftKey, fields, () => ({ [field.name]: textOfFinding(analysis, field.name) }));
  const close = () => {
    draft.drop();
    onClose();
  };
  const correct = useCorrect(analysis.id, { draftKey, onDone: () => draft.saved(close) });
  const typed = draft.values[field.name] ?? '';
  return (
    <RecordForm
      fields={fields}
      values={draft.values}
      onChange={draft.change}
      onSubmit={() => correct.mutate({ [field.name]: sentFinding(field, typed) })}
      onCancel={close}
      submitText="Correct"
      isBusy={correct.isPending}
      error={correct.error}
    >
      {draft.found && <DraftBanner typedAt={draft.found.typedAt} onDiscard={draft.discard} />}
    </RecordForm>
  );
}

/** Corrects a finding; the original stays next to it. */
function useCorrect(id: string, { draftKey, onDone }: { draftKey?: string; onDone?(): void } = {}) {
  return useCommand<object, AnalysisRecord>({
    command: (body) => ({ method: 'PATCH', path: analysisPath(id), body }),
    collections: ANALYSES,
    ...(draftKey !== undefined && { draftKey }),
    onSuccess({ commandId }) {
      const undo = offerUndo({ category: 'analysis', id, commandId }, ANALYSES);
      void showToast({ title: 'Corrected', text: 'What was found first is kept too.', intent: 'success', ...undo });
      onDone?.();
    },
    onError(error) {
      if (draftKey === undefined) tellRefused(error);
    },
  });
}
